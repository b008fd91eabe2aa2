/** A file store of a test's own: a folder, or a real S3 server over HTTP; and a look at its bytes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { openFileStore } from '#platform/server/files/file-store.ts'
import type { FileStore, FileStoreOptions, StoredFile } from '#platform/server/files/files.ts'
import { folderStorage, type Storage } from '#platform/server/files/storage.ts'
import { readFilesUrl } from '#platform/server/files-url.ts'
import { createLog } from '#platform/server/log.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { type S3Server, s3Bucket, startS3Server } from '#test/setup/s3-server.ts'

/** Both places the portal promises. */
export const storages = ['folder', 'S3'] as const
export type StorageName = (typeof storages)[number]

/** An empty store; whatever `needs` says is taken instead of what a test gets. */
export async function testFiles(
  db: Database,
  storage: StorageName = 'folder',
  needs: Partial<FileStoreOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-files-'))
  const keyFile = `${folder}.key`
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(keyFile, { force: true })
  })
  const place = storage === 'S3' ? await s3Place() : folderPlace(folder)
  const all: FileStoreOptions = {
    db,
    storage: place.storage,
    incoming: join(folder, 'incoming'),
    keys: openKeyFile(keyFile),
    log: createLog('silent'),
    ...needs,
  }
  return {
    ...all,
    files: openFileStore(all),
    /** Everything below it: the data folder of the portal. */
    folder,
    keyFile,
    /** The bytes of everything that lies in the place and on its way there, by path. */
    storedBytes: () => new Map([...bytesIn(place.folder), ...bytesIn(folder)]),
  }
}

/** What a form does with each of its files; `by` nobody, and without an owner yet. */
export async function storeFile(
  files: FileStore,
  kind: FileKind,
  bytes: Buffer,
  name = 'paper.pdf',
  now = new Date('2025-01-05T09:00:00.000Z'),
): Promise<StoredFile> {
  const arrived = await files.receive(Readable.from([bytes]), kind, name)
  const file = await files.store(arrived, { visitor: 'test' }, now)
  await files.discard([arrived])
  return file
}

const folderPlace = (folder: string): { storage: Storage; folder: string } => ({
  storage: folderStorage(join(folder, 'uploads')),
  folder,
})

let server: Promise<S3Server> | undefined

/** One server for a test file, a place in it for each test. Lists come in parts of two. */
async function s3Place(): Promise<{ storage: Storage; folder: string }> {
  server ??= startS3Server()
  const { location: place, folder } = await server
  const parsed = readFilesUrl(place())
  if (typeof parsed === 'string') throw new Error(parsed)
  const { s3Storage } = await import('#platform/server/files/s3-storage.ts')
  return {
    storage: s3Storage(parsed, createLog('silent'), 2),
    folder: join(folder, s3Bucket, parsed.prefix),
  }
}

function* bytesIn(folder: string): Iterable<[string, Buffer]> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield [path, readFileSync(path)]
  }
}
