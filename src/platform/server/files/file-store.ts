/** The file store: receives, stores, reads and sweeps uploaded files (contract 14); `store` encrypts secret kinds. */
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
import type { FileStore, FileStoreOptions, IncomingFile, Uploader } from './file-store-interface.ts'
import { sweepFiles, sweepIncoming } from './file-sweep.ts'
import { rotateKey } from './rotate-keys.ts'
import { folderStorage, smallName } from './storage.ts'
import { type StoredFile, unclaimedBytes } from './stored-files.ts'

const extensions: Record<FileType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', pdf: 'pdf' }

const gigabytes = (count: number): number => count * 1024 ** 3

/** A file store in a data folder, with its key file beside the folder. */
export const folderFiles = (db: Database, folder: string, log = createLog('silent')): FileStore =>
  openFileStore({
    db,
    storage: folderStorage(join(folder, 'uploads')),
    incoming: join(folder, 'incoming'),
    keys: openKeyFile(`${folder}.key`),
    log,
  })

export function openFileStore(options: FileStoreOptions): FileStore {
  const { storage, incoming, keys } = options
  return {
    receive: (source, kind, originalName) => receive(options, source, kind, originalName),
    discard: async (files) => {
      await Promise.all(files.map(({ path }) => rm(path, { force: true })))
    },
    store: (file, uploader, now) =>
      refuseWhenFull(store(options, file, uploader, now), options.log),
    read: async (file, version) => {
      const name = version === 'small' ? smallName(file.name) : file.name
      const bytes = await storage.read(name)
      return bytes && file.key_id !== null ? decryptBytes(bytes, name, keys) : bytes
    },
    removeBytes: async (names) => {
      for (const name of names)
        await Promise.allSettled([storage.remove(name), storage.remove(smallName(name))])
    },
    sweep: (now) => sweepFiles(options, now),
    sweepIncoming: (now) => sweepIncoming(incoming, now),
    rotateKey: () => rotateKey(options),
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
    // Logos come from signed-in people, who must not be blocked by a flood of uploads by visitors.
    if (kind !== 'logo') await assertQuota(db, maxUnclaimedBytes, log)
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const { size, digest } = await refuseWhenFull(write(source, path, kind), log)
    if (size === 0) throw new Refusal('invalid', 'This file is empty; please choose another')
    return { path, kind, size, digest, original_name: cleanFileName(originalName) }
  } catch (error) {
    source.resume()
    await rm(path, { force: true })
    throw error
  }
}

async function assertQuota(db: Database, maxBytes: number, log: Log): Promise<void> {
  const bytes = await unclaimedBytes(db)
  if (bytes < maxBytes) return
  log.error({ bytes, maxBytes }, 'alarm: too many unclaimed files')
  throw new Refusal('unavailable', 'The portal is out of storage space; please try again later', {
    retryAfter: 3600,
  })
}

/** Turns a full disk into a Refusal: it is no defect, and the user should try again later. */
async function refuseWhenFull<Result>(work: Promise<Result>, log: Log): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!/^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException | null)?.code)))
      throw error
    log.error({ err: error }, 'alarm: disk full')
    throw new Refusal('unavailable', 'The portal is out of storage space', {
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

/** A refusal of a file's content has the kind of the file as its field (contract 14.2). */
function atField(error: unknown, kind: FileKind): unknown {
  if (!(error instanceof Refusal) || error.details.retryAfter !== undefined) return error
  return new Refusal(error.kind, error.message, { field: kind, ...error.details })
}

async function store(
  { db, storage, keys }: FileStoreOptions,
  incomingFile: IncomingFile,
  uploader: Uploader,
  now: Date,
): Promise<StoredFile> {
  const { isSecret } = fileKinds[incomingFile.kind]
  const key = isSecret ? await keys.current() : undefined
  const clean = await cleanFile(incomingFile.path, incomingFile.kind, uploader).catch(
    (error: unknown) => {
      throw atField(error, incomingFile.kind)
    },
  )
  const name = `${newSecret()}.${extensions[clean.type]}`
  const versions = [
    { name, path: clean.path },
    ...(clean.smallPath === undefined ? [] : [{ name: smallName(name), path: clean.smallPath }]),
  ]
  const encryptedPath = (path: string) => `${path}.encrypted`
  try {
    for (const { name: storedName, path } of versions) {
      if (key) await encryptFile(path, encryptedPath(path), storedName, key)
      await storage.put(storedName, key ? encryptedPath(path) : path)
    }
  } finally {
    for (const { path } of versions)
      await Promise.all([path, encryptedPath(path)].map((file) => rm(file, { force: true })))
  }
  const file: StoredFile = {
    name,
    kind: incomingFile.kind,
    type: clean.type,
    size: clean.size,
    original_name: incomingFile.original_name,
    has_small: clean.smallPath !== undefined,
    key_id: key?.id ?? null,
    digest: incomingFile.digest,
    uploaded_by: 'person' in uploader ? uploader.person : null,
    owner: null,
    owner_id: null,
    created_at: now.toISOString(),
  }
  await db.insertInto('stored_file').values(file).execute()
  return file
}
