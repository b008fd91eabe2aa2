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
import { sum } from '#shared/sum.ts'
import { newSecret } from '../core/ids.ts'
import { createLog, type Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'
import { freeSpace } from '../disk/disk-space.ts'
import { createIncomingBytes, type IncomingCount } from './budget/incoming-bytes.ts'
import { defaultLimits } from './budget/limits.ts'
import { createUploadBudget, type UploadBudget } from './budget/upload-budget.ts'
import { cleanFile, contentOf } from './clean-file.ts'
import { decryptBytes, encryptFile, encryptionOverhead } from './encryption.ts'
import { openKeyFile } from './encryption-keys.ts'
import { cleanFileName, hasActiveExtension } from './file-names.ts'
import type { FileStore, FileStoreOptions, IncomingFile, Uploader } from './file-store-interface.ts'
import { sweepFiles, sweepIncoming } from './file-sweep.ts'
import { rotateKey } from './rotate-keys.ts'
import { openSecrets } from './secrets.ts'
import { type Contents, folderStorage, smallName } from './storage.ts'
import { deleteFileRecords, type StoredFile } from './stored-files.ts'

const extensions: Record<FileType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', pdf: 'pdf' }

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
  const { db, storage, incoming, keys, log } = options
  const { diskSpace = () => freeSpace(incoming) } = options
  const limits = { ...defaultLimits, ...options.limits }
  const secrets = openSecrets(keys.path)
  const budget = createUploadBudget({
    db,
    log,
    diskSpace,
    limits,
    backupCopies: options.backupCopies ?? 0,
    hideNetwork: async (network) => {
      // Creates the key file when there is none yet.
      await keys.current()
      return secrets.hmac('network of an upload', network)
    },
  })
  const countIncoming = {
    person: createIncomingBytes(limits.incoming),
    visitor: createIncomingBytes(limits.incoming),
  }
  const removeBytes: FileStore['removeBytes'] = async (names) => {
    for (const name of names)
      for (const version of [name, smallName(name)])
        await Promise.allSettled([storage.remove(version), storage.quarantine.remove(version)])
  }
  return {
    assertOpen: budget.assertOpen,
    receive: (source, kind, originalName, uploader) => {
      const count =
        'person' in uploader
          ? countIncoming.person(uploader.person, 1)
          : countIncoming.visitor(uploader.network, uploader.factor)
      return receive(options, source, { kind, originalName, count })
    },
    discard: async (files) => {
      await Promise.all(files.map(({ path }) => rm(path, { force: true })))
      for (const { release } of files) release()
    },
    store: (file, uploader, now) =>
      refuseWhenFull(store(options, budget, { incomingFile: file, uploader, now }), log),
    unstore: async (files) => {
      const names = files.map(({ name }) => name)
      await deleteFileRecords(db, names)
      await budget.refund(files)
      await removeBytes(names)
    },
    read: async (file, version) => {
      const name = version === 'small' ? smallName(file.name) : file.name
      const bytes = await storage.read(name)
      return bytes && file.key_id !== null ? decryptBytes(bytes, name, keys) : bytes
    },
    removeBytes,
    sweep: (now) => sweepFiles(options, now),
    sweepIncoming: (now) => sweepIncoming(incoming, now),
    countQuarantined: () => countContents(storage.quarantine),
    rotateKey: () => rotateKey(options),
    check: storage.check,
  }
}

async function countContents({ list }: Contents): Promise<number> {
  let count = 0
  for await (const _ of list()) count += 1
  return count
}

async function receive(
  { incoming, log }: FileStoreOptions,
  source: Readable,
  { kind, originalName, count }: { kind: FileKind; originalName: string; count: IncomingCount },
): Promise<IncomingFile> {
  const path = join(incoming, newSecret())
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const { size, digest } = await refuseWhenFull(write(source, path, kind, count), log)
    if (size === 0) throw new Refusal('invalid', 'This file is empty; please choose another')
    const original_name = cleanFileName(originalName)
    if (hasActiveExtension(originalName)) {
      const found = { content: await contentOf(path), name: original_name }
      throw new Refusal('wrong-type', wrongTypeMessage(kind, found))
    }
    return { path, kind, size, digest, original_name, release: count.release }
  } catch (error) {
    source.resume()
    await rm(path, { force: true })
    count.release()
    throw error
  }
}

/** Turns a full disk into a Refusal: it is not a bug, and the user can try again later. */
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

async function write(source: Readable, path: string, kind: FileKind, count: IncomingCount) {
  const hash = createHash('sha256')
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      try {
        if (size >= maxBytes(kind)) throw new Refusal('too-large', tooLargeMessage(kind))
        count.add(chunk.length)
      } catch (error) {
        return done(error as Error)
      }
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
  { storage, keys }: FileStoreOptions,
  budget: UploadBudget,
  { incomingFile, uploader, now }: { incomingFile: IncomingFile; uploader: Uploader; now: Date },
): Promise<StoredFile> {
  const { kind, original_name } = incomingFile
  const { isSecret } = fileKinds[kind]
  const key = isSecret ? await keys.current() : undefined
  const clean = await cleanFile(incomingFile.path, kind, uploader, original_name).catch(
    (error: unknown) => {
      throw atField(error, kind)
    },
  )
  const name = `${newSecret()}.${extensions[clean.type]}`
  const versions = [
    { name, path: clean.path, size: clean.size },
    ...(clean.small === undefined ? [] : [{ name: smallName(name), ...clean.small }]),
  ]
  const overhead = key ? encryptionOverhead : 0
  const row: Omit<StoredFile, 'pool' | 'pool_key'> = {
    name,
    kind,
    type: clean.type,
    size: clean.size,
    original_name,
    has_small: clean.small !== undefined,
    key_id: key?.id ?? null,
    digest: incomingFile.digest,
    uploaded_by: 'person' in uploader ? uploader.person : null,
    owner: null,
    owner_id: null,
    stored_bytes: sum(versions, ({ size }) => size + overhead),
    created_at: now.toISOString(),
  }
  const encryptedPath = (path: string) => `${path}.encrypted`
  try {
    return await budget.spend(uploader, row, now, async () => {
      for (const { name: storedName, path } of versions) {
        if (key) await encryptFile(path, encryptedPath(path), storedName, key)
        await storage.put(storedName, key ? encryptedPath(path) : path)
      }
    })
  } catch (error) {
    await Promise.allSettled(versions.map((version) => storage.remove(version.name)))
    throw error
  } finally {
    for (const { path } of versions)
      await Promise.all([path, encryptedPath(path)].map((file) => rm(file, { force: true })))
  }
}
