/** Takes files in, keeps them, gives them out, sweeps: the one way to the bytes (contract 14). */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type FileKind,
  type FileType,
  fileKinds,
  maxBytes,
  tooLargeMessage,
  wrongTypeMessage,
} from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from '../database/database.ts'
import { newSecret } from '../ids.ts'
import { createLog, type Log } from '../log.ts'
import { cleanFile } from './clean-file.ts'
import { decryptBytes, encryptFile } from './encryption.ts'
import { openKeyFile } from './encryption-keys.ts'
import { cleanFileName, refuseActiveExtension } from './file-names.ts'
import { sweepFiles, sweepIncoming } from './file-sweep.ts'
import {
  type FileStore,
  type FileStoreOptions,
  type IncomingFile,
  type StoredFile,
  unclaimedBytes,
} from './files.ts'
import { rotateKey } from './rotate-keys.ts'
import { folderStorage, smallName } from './storage.ts'

const endings: Record<FileType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', pdf: 'pdf' }

const gigabytes = (count: number): number => count * 1024 ** 3

/** Everything below one data folder, the key beside it. */
export const folderFiles = (db: Database, folder: string, log = createLog('silent')): FileStore =>
  openFileStore({
    db,
    storage: folderStorage(join(folder, 'uploads')),
    incoming: join(folder, 'incoming'),
    keys: openKeyFile(`${folder}.key`),
    log,
  })

export function openFileStore(needs: FileStoreOptions): FileStore {
  const { storage, incoming, keys } = needs
  return {
    receive: (source, kind, originalName) => receive(needs, source, kind, originalName),
    discard: async (arrived) => {
      await Promise.all(arrived.map(({ path }) => rm(path, { force: true })))
    },
    store: (arrived, by, now) => orNoRoom(keep(needs, arrived, by, now), needs.log),
    read: async (file, version) => {
      const name = version === 'small' ? smallName(file.name) : file.name
      const bytes = await storage.read(name)
      return bytes && file.key_id !== null ? decryptBytes(bytes, name, keys) : bytes
    },
    removeBytes: async (names) => {
      for (const name of names)
        await Promise.allSettled([storage.remove(name), storage.remove(smallName(name))])
    },
    sweep: (now) => sweepFiles(needs, now),
    sweepIncoming: (now) => sweepIncoming(incoming, now),
    rotateKey: () => rotateKey(needs),
    check: storage.check,
  }
}

async function receive(
  { db, incoming, log, maxUnclaimedBytes = gigabytes(2) }: FileStoreOptions,
  source: Readable,
  kind: FileKind,
  originalName: string,
): Promise<IncomingFile> {
  const path = join(incoming, newSecret())
  try {
    refuseActiveExtension(originalName, wrongTypeMessage(kind))
    // A logo comes from somebody signed in: a flood of visitors is not to shut them out.
    if (kind !== 'logo') await assertRoom(db, maxUnclaimedBytes, log)
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const { size, digest } = await orNoRoom(write(source, path, kind), log)
    if (size === 0) throw new Refusal('invalid', 'This file is empty; please choose another')
    return { path, kind, size, digest, original_name: cleanFileName(originalName) }
  } catch (error) {
    source.resume()
    await rm(path, { force: true })
    throw error
  }
}

async function assertRoom(db: Database, most: number, log: Log): Promise<void> {
  const bytes = await unclaimedBytes(db)
  if (bytes < most) return
  log.error({ bytes, most }, 'alarm: too many files wait for an owner')
  throw new Refusal(
    'unavailable',
    'The portal has no room for more files at the moment; please try again later',
    { retryAfter: 3600 },
  )
}

/** A full disk is no defect of ours, and those who upload should come back later. */
async function orNoRoom<Done>(work: Promise<Done>, log: Log): Promise<Done> {
  try {
    return await work
  } catch (error) {
    if (!/^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException | null)?.code)))
      throw error
    log.error({ err: error }, 'alarm: no room for files')
    throw new Refusal('unavailable', 'The portal has no room for more files at the moment', {
      retryAfter: 3600,
    })
  }
}

async function write(source: Readable, path: string, kind: FileKind) {
  const hash = createHash('sha256')
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size >= maxBytes(kind)) return done(new Refusal('too-large', tooLargeMessage(kind)))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(source, counter, createWriteStream(path, { mode: 0o600 }))
  return { size, digest: hash.digest('hex') }
}

async function keep(
  { db, storage, keys }: FileStoreOptions,
  arrived: IncomingFile,
  uploadedBy: string | null,
  now: Date,
): Promise<StoredFile> {
  const { isSecret } = fileKinds[arrived.kind]
  const key = isSecret ? await keys.current() : undefined
  const clean = await cleanFile(arrived.path, arrived.kind)
  const name = `${newSecret()}.${endings[clean.type]}`
  const versions = [
    { under: name, path: clean.path },
    ...(clean.smallPath === undefined ? [] : [{ under: smallName(name), path: clean.smallPath }]),
  ]
  const closed = (path: string) => `${path}.closed`
  try {
    for (const { under, path } of versions) {
      if (key) await encryptFile(path, closed(path), under, key)
      await storage.put(under, key ? closed(path) : path)
    }
  } finally {
    for (const { path } of versions)
      await Promise.all([path, closed(path)].map((made) => rm(made, { force: true })))
  }
  const file: StoredFile = {
    name,
    kind: arrived.kind,
    type: clean.type,
    size: clean.size,
    original_name: arrived.original_name,
    has_small: clean.smallPath !== undefined,
    key_id: key?.id ?? null,
    digest: arrived.digest,
    uploaded_by: uploadedBy,
    owner: null,
    owner_id: null,
    created_at: now.toISOString(),
  }
  await db.insertInto('stored_file').values(file).execute()
  return file
}
