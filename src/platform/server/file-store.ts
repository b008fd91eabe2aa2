/** Takes files in, keeps them, gives them out, sweeps: the one way to the bytes (rulings section 5). */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { days, hours } from '#shared/dates.ts'
import { bytesOf, type FileKind, type FileType, tooLargeFor } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { cleanFile } from './clean-file.ts'
import type { Database } from './database.ts'
import type { ArrivedFile, FileStore, StoredFile } from './files.ts'
import { newSecret } from './ids.ts'
import { folderStorage, type Storage } from './storage.ts'

interface StoreNeeds {
  db: Database
  storage: Storage
  /** A local folder for what is on its way. */
  incoming: string
}

const endings: Record<FileType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', pdf: 'pdf' }
const smallName = (name: string) => `${name}.small`

/** Everything below one data folder. */
export const folderFiles = (db: Database, folder: string): FileStore =>
  openFileStore({
    db,
    storage: folderStorage(join(folder, 'uploads')),
    incoming: join(folder, 'incoming'),
  })

export function openFileStore({ db, storage, incoming }: StoreNeeds): FileStore {
  const temporary = () => join(incoming, newSecret())
  return {
    receive: async (source, kind, originalName) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const path = temporary()
      try {
        const { size, digest } = await write(source, path, kind)
        if (size === 0) throw new Refusal('invalid', 'This file is empty; please choose another')
        return { path, kind, size, digest, original_name: cleanName(originalName) }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    discard: async (arrived) => {
      await Promise.all(arrived.map(({ path }) => rm(path, { force: true })))
    },
    keep: (arrived, by, now) => keep({ db, storage }, arrived, by, now),
    read: (file, version) => storage.read(version === 'small' ? smallName(file.name) : file.name),
    removeBytes: async (names) => {
      for (const name of names)
        await Promise.allSettled([storage.remove(name), storage.remove(smallName(name))])
    },
    sweep: (now) => sweep({ db, storage, incoming }, now),
    check: storage.check,
  }
}

async function write(source: Readable, path: string, kind: FileKind) {
  const hash = createHash('sha256')
  let size = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size >= bytesOf(kind)) return done(new Refusal('too-large', tooLargeFor(kind)))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(source, counter, createWriteStream(path, { mode: 0o600 }))
  return { size, digest: hash.digest('hex') }
}

async function keep(
  { db, storage }: Pick<StoreNeeds, 'db' | 'storage'>,
  arrived: ArrivedFile,
  uploadedBy: string | null,
  now: Date,
): Promise<StoredFile> {
  const clean = await cleanFile(arrived.path, arrived.kind)
  const name = `${newSecret()}.${endings[clean.type]}`
  try {
    await storage.put(name, clean.path)
    if (clean.smallPath) await storage.put(smallName(name), clean.smallPath)
  } finally {
    await rm(clean.path, { force: true })
    if (clean.smallPath) await rm(clean.smallPath, { force: true })
  }
  const file: StoredFile = {
    name,
    kind: arrived.kind,
    type: clean.type,
    size: clean.size,
    original_name: arrived.original_name,
    has_small: clean.smallPath !== undefined,
    key_id: null,
    digest: arrived.digest,
    uploaded_by: uploadedBy,
    owner: null,
    owner_id: null,
    created_at: now.toISOString(),
  }
  await db.insertInto('stored_file').values(file).execute()
  return file
}

/** For people to read: no path, no control or direction marks, at most 100 characters. */
function cleanName(typed: string): string {
  const last = typed.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim()
      .slice(0, 100) || 'file'
  )
}

async function sweep({ db, storage, incoming }: StoreNeeds, now: Date) {
  const before = new Date(now.getTime() - days(1)).toISOString()
  const unclaimed = await db
    .deleteFrom('stored_file')
    .where('owner', 'is', null)
    .where('created_at', '<', before)
    .returning('name')
    .execute()
  let removed = unclaimed.length
  for (const { name } of unclaimed) {
    await storage.remove(name)
    await storage.remove(smallName(name))
  }
  const known = new Set(
    (await db.selectFrom('stored_file').select('name').execute()).map((row) => row.name),
  )
  const anHourAgo = now.getTime() - hours(1)
  const there = new Set<string>()
  for await (const { name, at } of storage.list()) {
    there.add(name)
    if (known.has(name.replace(/\.small$/, '')) || at.getTime() > anHourAgo) continue
    await storage.remove(name)
    removed += 1
  }
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const about = await stat(path).catch(() => undefined)
    if (about && about.mtimeMs < anHourAgo) await rm(path, { force: true, recursive: true })
  }
  return { removed, missing: [...known].filter((name) => !there.has(name)) }
}
