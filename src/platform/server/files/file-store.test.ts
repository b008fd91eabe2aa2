import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { jpegPhoto, plainPdf } from '#test/files/sample-files.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import {
  type StorageName,
  storages,
  storeFile,
  testFiles,
} from '#test/support/portal/file-store.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { DecryptionError } from './encryption.ts'
import { openFileStore } from './file-store.ts'
import type { FileStoreOptions } from './file-store-interface.ts'
import { smallName } from './storage.ts'
import { claimFile, findFile } from './stored-files.ts'
import { portalUploader } from './uploader.ts'

const now = new Date('2025-01-05T09:00:00.000Z')
const canary = 'Permanent Account Number ABCPE1234F'
const pan = plainPdf(canary)

const setups = engines.flatMap((engine) => storages.map((storage) => ({ engine, storage })))

async function open(engine: Engine, storage: StorageName, options: Partial<FileStoreOptions> = {}) {
  const { db } = await testDatabase(engine)
  return { ...(await testFiles(db, storage, options)), db }
}

describe.each(storages)('the contents of files in storage %s', (storage) => {
  test('are cleaned and stored with a row and a small version', async () => {
    const { files, db, storedBytes: lying } = await open('SQLite', storage)
    const photo = await storeFile(files, 'memberPhoto', await jpegPhoto(), 'C:\\me\\asha.jpeg')
    expect(photo).toMatchObject({ type: 'jpeg', owner: null, key_id: null, has_small: true })
    expect(photo.original_name).toBe('asha.jpeg')
    expect(photo.name).toMatch(/^[\w-]{43}\.jpg$/)
    expect(await findFile(db, photo.name)).toEqual(photo)
    expect((await files.read(photo, 'full'))?.length).toBe(photo.size)
    expect((await files.read(photo, 'small'))?.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect([...lying().keys()].filter((path) => path.includes('/incoming/'))).toEqual([])
  })

  test('are encrypted for a secret kind and decrypted when they are read', async () => {
    const { files, keys, storedBytes: lying } = await open('SQLite', storage)
    for (const kind of ['companyPanCard', 'incorporationCertificate'] as const) {
      const file = await storeFile(files, kind, pan)
      expect(file).toMatchObject({ key_id: (await keys.current()).id, size: pan.length })
      expect((await files.read(file, 'full'))?.equals(pan)).toBe(true)
    }
    const card = await storeFile(files, 'businessCard', pan)
    const readable = [...lying()].filter(([, bytes]) => bytes.includes(canary))
    expect(readable.map(([path]) => path.includes(card.name))).toEqual([true])
    expect([...lying().values()].filter((bytes) => bytes.includes('PPR1'))).toHaveLength(2)
  })

  test('are rejected when they are encrypted and were swapped', async () => {
    const { files, storage: contents, folder } = await open('SQLite', storage)
    const [panCard, logo] = [
      await storeFile(files, 'companyPanCard', pan),
      await storeFile(files, 'logo', await jpegPhoto()),
    ]
    const certificate = await storeFile(files, 'incorporationCertificate', plainPdf('Certificate'))
    const bytes = (await contents.read(certificate.name)) ?? Buffer.alloc(0)
    await writeFile(`${folder}/swap`, bytes)
    await contents.put(panCard.name, `${folder}/swap`)
    await expect(files.read(panCard, 'full')).rejects.toThrow(DecryptionError)
    expect(await files.read({ ...logo, name: 'not-there' }, 'full')).toBeUndefined()
  })

  test('are deleted in the quarantine as well', async () => {
    const { files, db, storage: contents } = await open('SQLite', storage)
    const file = await storeFile(files, 'memberPhoto', await jpegPhoto(1))
    await db.deleteFrom('stored_file').execute()
    await files.sweep(new Date(Date.now() + days(1)))
    expect(await contents.quarantine.read(file.name)).toBeDefined()
    await files.removeBytes([file.name])
    expect(await contents.quarantine.read(file.name)).toBeUndefined()
    expect(await contents.quarantine.read(smallName(file.name))).toBeUndefined()
  })
})

describe.each(setups)(
  'the sweep of files on $engine with storage $storage',
  ({ engine, storage }) => {
    test('removes unclaimed files with their contents after a day, and keeps claimed ones', async () => {
      const { files, db, storedBytes: lying } = await open(engine, storage)
      const [unclaimed, claimed] = [
        await storeFile(files, 'memberPhoto', await jpegPhoto(1)),
        await storeFile(files, 'memberPhoto', await jpegPhoto(2)),
      ]
      expect(
        await claimFile(db, claimed.name, {
          kind: 'memberPhoto',
          owner: 'application',
          ownerId: 'a1',
        }),
      ).toBe(true)
      expect(await files.sweep(new Date(now.getTime() + 23 * 3600_000))).toEqual({
        removed: 0,
        missing: [],
      })
      const nextDay = new Date(now.getTime() + 25 * 3600_000)
      expect(await files.sweep(nextDay)).toEqual({ removed: 1, missing: [] })
      expect(await findFile(db, unclaimed.name)).toBeUndefined()
      expect(
        await claimFile(db, unclaimed.name, {
          kind: 'memberPhoto',
          owner: 'application',
          ownerId: 'a1',
        }),
      ).toBe(false)
      const names = [...lying().keys()].filter((path) => /[\w-]{43}\.jpg/.test(path))
      expect(names.every((path) => path.includes(claimed.name))).toBe(true)
      expect((await files.read(claimed, 'small'))?.length).toBeGreaterThan(100)
    })

    test('moves contents without a row to the quarantine after an hour', async () => {
      const { files, db, storage: contents } = await open(engine, storage)
      const claimed = await storeFile(files, 'memberPhoto', await jpegPhoto(1))
      await claimFile(db, claimed.name, { kind: 'memberPhoto', owner: 'person', ownerId: 'p1' })
      const orphan = await storeFile(files, 'memberPhoto', await jpegPhoto(2))
      await db.deleteFrom('stored_file').where('name', '=', orphan.name).execute()
      const soon = new Date(Date.now() + 50 * 60_000)
      expect(await files.sweep(soon)).toEqual({ removed: 0, missing: [] })
      expect(await files.read(orphan, 'full')).toBeDefined()
      const later = new Date(Date.now() + 70 * 60_000)
      const both = await Promise.all([files.sweep(later), files.sweep(later)])
      expect(both.map(({ missing }) => missing)).toEqual([[], []])
      expect(await files.read(orphan, 'full')).toBeUndefined()
      expect(await files.read(orphan, 'small')).toBeUndefined()
      expect(await files.read(claimed, 'full')).toBeDefined()
      expect(await contents.quarantine.read(orphan.name)).toBeDefined()
      await files.sweep(new Date(Date.now() + days(29)))
      expect(await contents.quarantine.read(orphan.name)).toBeDefined()
      await files.sweep(new Date(Date.now() + days(31)))
      expect(await contents.quarantine.read(orphan.name)).toBeUndefined()
      expect(await files.read(claimed, 'full')).toBeDefined()
    })

    test('returns contents from the quarantine when their row exists again', async () => {
      const { files, db, storage: contents } = await open(engine, storage)
      const file = await storeFile(files, 'memberPhoto', await jpegPhoto(1))
      await claimFile(db, file.name, { kind: 'memberPhoto', owner: 'person', ownerId: 'p1' })
      const row = await findFile(db, file.name)
      if (!row) throw new Error('The file has no row')
      const bytes = await files.read(file, 'full')
      // Simulates a start with the wrong database.
      await db.deleteFrom('stored_file').execute()
      await files.sweep(new Date(Date.now() + days(1)))
      await files.sweep(new Date(Date.now() + days(90)))
      expect(await files.read(file, 'full')).toBeUndefined()
      await db.insertInto('stored_file').values(row).execute()
      const { missing } = await files.sweep(new Date(Date.now() + days(90)))
      expect(missing).toEqual([])
      expect(await files.read(file, 'full')).toEqual(bytes)
      expect(await files.read(file, 'small')).toBeDefined()
      expect(await contents.quarantine.read(file.name)).toBeUndefined()
    })

    test('reports missing contents by name, small versions too', async () => {
      const { files, db, storage: contents } = await open(engine, storage)
      const [missingFile, withoutSmall] = [
        await storeFile(files, 'memberPhoto', await jpegPhoto(1)),
        await storeFile(files, 'memberPhoto', await jpegPhoto(2)),
      ]
      for (const { name } of [missingFile, withoutSmall])
        await claimFile(db, name, { kind: 'memberPhoto', owner: 'person', ownerId: 'p1' })
      await files.removeBytes([missingFile.name])
      await contents.remove(`${withoutSmall.name}.small`)
      const { missing } = await files.sweep(now)
      expect(missing.toSorted()).toEqual(
        [missingFile.name, `${missingFile.name}.small`, `${withoutSmall.name}.small`].toSorted(),
      )
    })
  },
)

describe.each(setups)('a key rotation on $engine with storage $storage', ({ engine, storage }) => {
  test('encrypts all encrypted files again under a new key', async () => {
    const { files, db, keys } = await open(engine, storage)
    const old = await keys.current()
    const encrypted = [
      await storeFile(files, 'companyPanCard', pan),
      await storeFile(files, 'incorporationCertificate', plainPdf('Certificate')),
    ]
    const photo = await storeFile(files, 'memberPhoto', await jpegPhoto())
    const outcome = await files.rotateKey()
    expect(outcome).toEqual({ key: (await keys.current()).id, reencrypted: 2, unreadable: [] })
    expect(outcome.key).not.toBe(old.id)
    for (const { name } of encrypted)
      expect(await findFile(db, name)).toMatchObject({ key_id: outcome.key })
    expect(await findFile(db, photo.name)).toMatchObject({ key_id: null })
    // Rows read before the rotation still name the old key: the content itself names its key.
    for (const file of encrypted) expect(await files.read(file, 'full')).toBeDefined()
    expect((await files.rotateKey()).reencrypted).toBe(2)
  })
})

describe('a key rotation', () => {
  test('leaves every file readable when it is interrupted, and finishes at the next run', async () => {
    const { db, storage, keys, incoming, log } = await open('SQLite', 'folder')
    let puts = 0
    const failing: FileStoreOptions['storage'] = {
      ...storage,
      put: (name, path) => {
        puts += 1
        return puts === 3 ? Promise.reject(new Error('killed')) : storage.put(name, path)
      },
    }
    const files = openFileStore({ db, storage, keys, incoming, log })
    const encrypted = []
    for (let i = 0; i < 5; i++) encrypted.push(await storeFile(files, 'companyPanCard', pan))
    await expect(
      openFileStore({ db, storage: failing, keys, incoming, log }).rotateKey(),
    ).rejects.toThrow('killed')
    for (const file of encrypted) expect((await files.read(file, 'full'))?.equals(pan)).toBe(true)
    const { key, reencrypted } = await files.rotateKey()
    expect(reencrypted).toBe(5)
    const rows = await db.selectFrom('stored_file').select('key_id').distinct().execute()
    expect(rows).toEqual([{ key_id: key }])
  })

  test('reports unreadable files and re-encrypts the others', async () => {
    const { files, storage } = await open('SQLite', 'folder')
    const [lost, intact] = [
      await storeFile(files, 'companyPanCard', pan),
      await storeFile(files, 'companyPanCard', pan),
    ]
    await storage.remove(lost.name)
    expect(await files.rotateKey()).toMatchObject({ reencrypted: 1, unreadable: [lost.name] })
    expect((await files.read(intact, 'full'))?.equals(pan)).toBe(true)
  })
})

describe('a received file', () => {
  const ofSize = (bytes: number) => Readable.from([Buffer.alloc(bytes, 'x')])

  test('is refused when too large, empty or broken off, and leaves no file behind', async () => {
    const { files, incoming } = await open('SQLite', 'folder')
    await expect(
      files.receive(ofSize(4 * 1024 * 1024), 'logo', 'a', portalUploader),
    ).rejects.toThrow('File size must be less than 4MB')
    await expect(files.receive(ofSize(0), 'logo', 'a', portalUploader)).rejects.toThrow(
      'This file is empty',
    )
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1000)
        throw new Error('the phone lost its network')
      })(),
    )
    await expect(files.receive(broken, 'logo', 'a', portalUploader)).rejects.toThrow(
      'lost its network',
    )
    expect(readdirSync(incoming)).toEqual([])
    const received = await files.receive(ofSize(4 * 1024 * 1024 - 1), 'logo', 'a', portalUploader)
    expect(statSync(received.path).mode & 0o777).toBe(0o600)
    expect(statSync(incoming).mode & 0o777).toBe(0o700)
  })

  test('is swept after an hour when it was not discarded', async () => {
    const { files } = await open('SQLite', 'folder')
    const { path } = await files.receive(ofSize(10), 'logo', 'a', portalUploader)
    expect(await files.sweepIncoming(new Date())).toBe(0)
    expect(await files.sweep(new Date(Date.now() + 50 * 60_000))).toMatchObject({ removed: 0 })
    expect(existsSync(path)).toBe(true)
    expect(await files.sweepIncoming(new Date(Date.now() + 70 * 60_000))).toBe(1)
    expect(existsSync(path)).toBe(false)
  })
})

describe('the sweep', () => {
  test('ignores files with foreign names', async () => {
    const { files, storage, folder } = await open('SQLite', 'folder')
    await writeFile(`${folder}/theirs`, 'a file of somebody else')
    await storage.put('quarterly-report.pdf', `${folder}/theirs`)
    expect(await files.sweep(new Date(Date.now() + 86_400_000))).toEqual({
      removed: 0,
      missing: [],
    })
    expect(await storage.read('quarterly-report.pdf')).toBeDefined()
  })

  test('removes nothing when the database has no owned file but the storage is full', async () => {
    const { files, storage, folder, db } = await open('SQLite', 'folder')
    for (let i = 0; i < 101; i++) {
      await writeFile(`${folder}/one`, 'x')
      await storage.put(`${String(i).padStart(43, 'x')}.pdf`, `${folder}/one`)
    }
    const tomorrow = new Date(Date.now() + 86_400_000)
    expect(await files.sweep(tomorrow)).toEqual({ removed: 0, missing: [] })
    const file = await storeFile(files, 'memberPhoto', await jpegPhoto())
    await claimFile(db, file.name, { kind: 'memberPhoto', owner: 'person', ownerId: 'p1' })
    expect(await files.sweep(tomorrow)).toEqual({ removed: 101, missing: [] })
  })
})
