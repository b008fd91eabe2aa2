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
import { StartupError } from '../core/startup-error.ts'
import { assertKeys, openKeyFile } from './encryption-keys.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const keyLines = (path: string) => readFileSync(path, 'utf8').match(/^[0-9a-f]{8} \S{44}$/gm) ?? []

test('creates a key at the first use, readable by this user only, and keeps it', async () => {
  const path = join(folder(), 'data.key')
  const keys = openKeyFile(path)
  const created = await keys.current()
  expect(created.bytes).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(keyLines(path)).toEqual([`${created.id} ${created.bytes.toString('base64')}`])
  expect(await openKeyFile(path).current()).toEqual(created)
  expect(await keys.find(created.id)).toEqual(created)
})

test('gives concurrent processes the same key and leaves no draft', async () => {
  const dir = folder()
  const path = join(dir, 'data.key')
  const keys = await Promise.all(Array.from({ length: 20 }, () => openKeyFile(path).current()))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  expect(readdirSync(dir)).toEqual(['data.key'])
})

test('adds a new key before the old ones, which can still be found', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  const old = await keys.current()
  const second = await keys.add()
  const third = await keys.add()
  expect(await keys.current()).toEqual(third)
  for (const key of [old, second, third]) expect(await keys.find(key.id)).toEqual(key)
  expect(statSync(keys.path).mode & 0o777).toBe(0o600)
})

test('adds a key before the first use', async () => {
  const dir = folder()
  const keys = openKeyFile(join(dir, 'data.key'))
  await keys.add()
  expect(keyLines(keys.path)).toHaveLength(2)
  expect(readdirSync(dir)).toEqual(['data.key'])
})

test('never overwrites a key in concurrent rotations', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => keys.add()))
  const added = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  expect(added.length).toBeGreaterThan(0)
  for (const key of added) expect(await keys.find(key.id)).toEqual(key)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(String(outcome.reason)).toContain('Another rotation is at work')
})

test('takes over the draft of a crashed rotation after a minute', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  writeFileSync(`${keys.path}.new`, 'half of it')
  await expect(keys.add()).rejects.toThrow('Another rotation is at work')
  const before = new Date(Date.now() - 120_000)
  utimesSync(`${keys.path}.new`, before, before)
  await keys.add()
  expect(keyLines(keys.path)).toHaveLength(2)
})

test('does not replace a key file that disappears while the portal runs', async () => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  rmSync(keys.path)
  await expect(keys.current()).rejects.toThrow(`The key file ${keys.path} is gone.`)
  expect(existsSync(keys.path)).toBe(false)
})

test('rejects a key file without a needed key, and creates none', async () => {
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
  ['a changed character', (line: string) => line.replace(/ ./, ' !')],
  ['another id', (line: string) => `00000000${line.slice(8)}`],
  ['trailing text', (line: string) => `${line} more`],
])('rejects a line with %s by its number', async (_what, damage) => {
  const keys = openKeyFile(join(folder(), 'data.key'))
  await keys.current()
  const [line = ''] = keyLines(keys.path)
  writeFileSync(keys.path, `# mine\n\n${damage(line)}\n`)
  await expect(keys.current()).rejects.toThrow(`Line 3 of ${keys.path} is not a key`)
})

test('rejects a key file without any key', async () => {
  const path = join(folder(), 'data.key')
  writeFileSync(path, '# nothing\n')
  await expect(openKeyFile(path).current()).rejects.toThrow(`The key file ${path} is empty`)
})

test('rejects a path that cannot be written, and names FILES_KEY_FILE', async () => {
  const path = join(folder(), 'no-such-folder', 'data.key')
  const refused = openKeyFile(path).current()
  await expect(refused).rejects.toThrow(StartupError)
  await expect(refused).rejects.toThrow(/cannot be written to .*; set FILES_KEY_FILE to a file/)
})

test('rejects a folder instead of the key file', async () => {
  const path = join(folder(), 'data.key')
  mkdirSync(path)
  chmodSync(path, 0o700)
  await expect(openKeyFile(path).current()).rejects.toThrow(`The key file ${path} cannot be read`)
})
