import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, onTestFinished, test } from 'vitest'
import { extractArchive, verifyArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import type { BackupSettings } from './backup-settings.ts'

const plain: BackupSettings = {
  folder: undefined,
  keep: { daily: 7, weekly: 4, monthly: 6 },
  recipient: undefined,
  passphraseFile: undefined,
  identityFile: undefined,
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const contents = [
  ['database.sqlite.gz', Buffer.from('the database '.repeat(300))],
  ['files/a.pdf', Buffer.from('a paper')],
  ['files/empty.pdf', Buffer.alloc(0)],
] as const

async function makeArchive(
  settings = plain,
  entries: readonly (readonly [name: string, content: Buffer])[] = contents,
) {
  const folder = temporaryFolder()
  const file = join(folder, 'portal.backup')
  const { bytes, manifest } = await writeArchive(file, settings, async (writer) => {
    for (const [name, content] of entries) await writer.addBytes(name, content)
    return {
      format: 1,
      version: '0.1.0',
      made_at: '2025-01-05T09:00:00.000Z',
      engine: 'sqlite',
      pg_dump: null,
      migrations: ['0001-ground'],
      rows: { person: 1 },
      keys: [],
      deleted: [],
      missing: [],
    }
  })
  return { folder, file, bytes, manifest }
}

const read = async (file: string, settings = plain) => {
  const found = new Map<string, Buffer>()
  await extractArchive(file, settings, async (name, body) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    found.set(name, Buffer.concat(chunks))
  })
  return found
}

test('an archive has what was put in, a manifest and a seal, and is for its owner only', async () => {
  const { file, bytes, manifest } = await makeArchive()
  expect(statSync(file)).toMatchObject({ size: bytes })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await verifyArchive(file, plain)).toEqual(manifest)
  const found = await read(file)
  expect([...found.keys()]).toEqual([...contents.map(([name]) => name), 'manifest.json', 'seal'])
  for (const [name, content] of contents) expect(found.get(name)).toEqual(content)
})

test('no byte of an archive can change unnoticed, and the damaged part is named', async () => {
  const { file, bytes } = await makeArchive()
  const original = readFileSync(file)
  const named = new Set<string>()
  for (let at = 0; at < bytes; at += 23) {
    const flipped = Buffer.from(original)
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
    writeFileSync(file, flipped)
    const error = await verifyArchive(file, plain).then(
      () => undefined,
      (reason: Error) => reason,
    )
    expect(error?.message, `byte ${at}`).toMatch(/ is damaged: /)
    named.add(error?.message.match(/damaged: (\S+) does not have the contents/)?.[1] ?? '')
  }
  expect(named).toContain('database.sqlite.gz')
  expect(named).toContain('files/a.pdf')
  for (const end of [0, 1, 511, 5000, bytes - 1]) {
    writeFileSync(file, original.subarray(0, end))
    await expect(verifyArchive(file, plain)).rejects.toThrow(/is damaged/)
  }
  writeFileSync(file, Buffer.concat([original, Buffer.alloc(512)]))
  await expect(verifyArchive(file, plain)).rejects.toThrow(/is damaged/)
})

test('never overwrites a file, and leaves nothing behind when it fails', async () => {
  const { folder, file } = await makeArchive()
  const fail = async () => {
    throw new Error('the storage is gone')
  }
  await expect(writeArchive(file, plain, fail)).rejects.toThrow('exists already')
  const other = join(folder, 'other.backup')
  await expect(writeArchive(other, plain, fail)).rejects.toThrow('the storage is gone')
  expect(statSync(other, { throwIfNoEntry: false })).toBeUndefined()
  expect(statSync(`${other}.partial`, { throwIfNoEntry: false })).toBeUndefined()
})

describe('an encrypted archive', () => {
  test.each(['recipient', 'passphrase'])(
    'is read only with the key of its %s',
    async (kind) => {
      const folder = temporaryFolder()
      const identity = await generateIdentity()
      const keyFile = join(folder, 'key')
      writeFileSync(
        keyFile,
        kind === 'recipient' ? `# a comment\n${identity}\n` : 'correct horse battery\n',
      )
      const settings: BackupSettings =
        kind === 'recipient'
          ? { ...plain, recipient: await identityToRecipient(identity), identityFile: keyFile }
          : { ...plain, passphraseFile: keyFile }
      const { file, manifest } = await makeArchive(settings)
      expect(readFileSync(file).includes('a paper')).toBe(false)
      expect(await verifyArchive(file, settings)).toEqual(manifest)
      await expect(verifyArchive(file, plain)).rejects.toThrow('This archive is encrypted')
      // Every derivation from a passphrase takes half a second.
      if (kind === 'passphrase') return
      writeFileSync(keyFile, await generateIdentity())
      await expect(verifyArchive(file, settings)).rejects.toThrow('cannot be decrypted')
      const flipped = readFileSync(file)
      flipped.writeUInt8(flipped.readUInt8(flipped.length - 2000) ^ 1, flipped.length - 2000)
      writeFileSync(file, flipped)
      writeFileSync(keyFile, identity)
      await expect(verifyArchive(file, settings)).rejects.toThrow(/is damaged/)
    },
    60_000,
  )
})

test.each(['files/../../outside.pdf', 'files/a/b.pdf', 'files/.probe', '/etc/passwd', 'other'])(
  'a forged archive with an entry %s is refused',
  async (name) => {
    const { file } = await makeArchive(plain, [...contents, [name, Buffer.from('forged')]])
    await expect(verifyArchive(file, plain)).rejects.toThrow(
      `no portal makes an entry named "${name}"`,
    )
  },
)
