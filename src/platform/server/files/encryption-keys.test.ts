import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { assertKeys, openKeyFile } from './encryption-keys.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const keyLines = (path: string) => readFileSync(path, 'utf8').match(/^[0-9a-f]{8} \S{44}$/gm) ?? []

test('the key is made at the first use, for this user alone, and is the same ever after', async () => {
  const path = join(folder(), 'data.key')
  const keys = openKeyFile(path)
  const made = await keys.current()
  expect(made.bytes).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(keyLines(path)).toEqual([`${made.id} ${made.bytes.toString('base64')}`])
  expect(await openKeyFile(path).current()).toEqual(made)
  expect(await keys.find(made.id)).toEqual(made)
})

test('of many that start together all have the same key, and nothing else is left', async () => {
  const place = folder()
  const path = join(place, 'data.key')
  const made = await Promise.all(Array.from({ length: 20 }, () => openKeyFile(path).current()))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(readdirSync(place)).toEqual(['data.key'])
})

test('a new key stands before the old ones, which can still be found', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  const old = await keys.current()
  const second = await keys.add()
  const third = await keys.add()
  expect(await keys.current()).toEqual(third)
  for (const key of [old, second, third]) expect(await keys.find(key.id)).toEqual(key)
  expect(statSync(keys.path).mode & 0o777).toBe(0o600)
})

test('a rotation before the first use finds a key to put the new one before', async () => {
  const place = folder()
  const keys = openKeyFile(join(place, 'data.key'))
  await keys.add()
  expect(keyLines(keys.path)).toHaveLength(2)
  expect(readdirSync(place)).toEqual(['data.key'])
})

test('of several rotations at once none writes over the key of another', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => keys.add()))
  const added = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(added.length).toBeGreaterThan(0)
  for (const key of added) expect(await keys.find(key.id)).toEqual(key)
  for (const one of outcomes)
    if (one.status === 'rejected')
      expect(String(one.reason)).toContain('Another rotation is at work')
})

test('what a rotation that crashed has left is in the way for a minute only', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  writeFileSync(`${keys.path}.new`, 'half of it')
  await expect(keys.add()).rejects.toThrow('Another rotation is at work')
  const before = new Date(Date.now() - 120_000)
  utimesSync(`${keys.path}.new`, before, before)
  await keys.add()
  expect(keyLines(keys.path)).toHaveLength(2)
})

test('a file that goes while the portal runs is never replaced by another key', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  rmSync(keys.path)
  await expect(keys.current()).rejects.toThrow(`The key file ${keys.path} is gone.`)
  expect(existsSync(keys.path)).toBe(false)
})

test('the start refuses while a key of the papers is not in the file, and makes none', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await expect(assertKeys(keys, ['0a1b2c3d'])).rejects.toThrow(
    `encrypted with the key 0a1b2c3d, which is not in ${keys.path}; put back the key file`,
  )
  expect(existsSync(keys.path)).toBe(false)
  const { id } = await keys.current()
  await assertKeys(keys, [id])
})

test.each([
  ['a key cut short', (line: string) => line.slice(0, -4)],
  ['a letter that is another', (line: string) => line.replace(/ \w/, ' !')],
  ['another id', (line: string) => `00000000${line.slice(8)}`],
  ['something behind it', (line: string) => `${line} more`],
])('a line with %s is named', async (_what, damage) => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  const [line = ''] = keyLines(keys.path)
  writeFileSync(keys.path, `# mine\n\n${damage(line)}\n`)
  await expect(keys.current()).rejects.toThrow(`Line 3 of ${keys.path} is not a key`)
})

test('a file without a key in it is not taken for a new one', async () => {
  const path = join(folder(), 'data.key')
  writeFileSync(path, '# nothing\n')
  await expect(openKeyFile(path).current()).rejects.toThrow(`The key file ${path} is empty`)
})

test('a place that cannot be written says how to name another', async () => {
  const path = join(folder(), 'no-such-folder', 'data.key')
  const refused = openKeyFile(path).current()
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/cannot be written to .*; set FILES_KEY_FILE to a file/)
})

test('a file that is a folder cannot be read, and says so', async () => {
  const path = join(folder(), 'data.key')
  mkdirSync(path)
  chmodSync(path, 0o700)
  await expect(openKeyFile(path).current()).rejects.toThrow(`The key file ${path} cannot be read`)
})
