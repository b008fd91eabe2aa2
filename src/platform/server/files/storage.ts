/** The storage port for file contents, and its adapter for a local folder; s3-storage.ts is the other. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#shared/refusal.ts'

export interface StoredBytes {
  name: string
  at: Date
}

/** The name of a file's small version. */
export const smallName = (name: string): string => `${name}.small`

/** Contents by name, in one place. */
export interface Contents {
  /** Stores a local file under a name, durably once it resolves; may move the local file away. */
  put: (name: string, path: string) => Promise<void>
  /** undefined when there is no such file. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Succeeds when there is no such file. */
  remove: (name: string) => Promise<void>
  list: () => AsyncIterable<StoredBytes>
}

export interface Storage extends Contents {
  /** Where contents without a row wait for 30 days, in case the database was the wrong one (contract 14.5). */
  quarantine: Contents
  /** Throws a Refusal when the storage does not answer, cannot be written or does not return what was written. */
  check: () => Promise<void>
}

/**
 * Whether written content can be read again: a service that is not a storage may answer every request with success. The
 * name is random, because processes share a storage, and `list` does not return it.
 */
export async function readsBack(storage: {
  write: (name: string, bytes: Buffer) => Promise<unknown>
  read: (name: string) => Promise<Buffer | undefined>
  remove: (name: string) => Promise<unknown>
}): Promise<boolean> {
  const name = `.check/${randomUUID()}`
  const bytes = randomBytes(16)
  await storage.write(name, bytes)
  try {
    return (await storage.read(name))?.equals(bytes) ?? false
  } finally {
    await storage.remove(name)
  }
}

/** Files in a folder; the quarantine is a folder beside it. */
export const folderStorage = (folder: string): Storage => ({
  ...folderContents(folder),
  quarantine: folderContents(join(dirname(folder), 'quarantine')),
  check: async () => {
    const pathOf = (name: string) => join(folder, name)
    const isKept = await readsBack({
      write: async (name, bytes) => {
        await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 })
        await writeFile(pathOf(name), bytes, { mode: 0o600 })
      },
      read: (name) => readFile(pathOf(name)),
      remove: (name) => rm(pathOf(name), { force: true }),
    }).catch(() => {
      throw new Refusal('unavailable', 'The uploads folder is not writable', { retryAfter: 5 })
    })
    if (!isKept)
      throw new Refusal('unavailable', 'The uploads folder does not keep what is written to it', {
        retryAfter: 5,
      })
  },
})

/**
 * Files in a folder, in subfolders by the first two characters of their names, readable by this user
 * only. Writes are atomic and durable: the file is flushed, renamed, and the folder flushed.
 */
function folderContents(folder: string): Contents {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, path) => {
      const target = pathOf(name)
      const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await flush(path, 0o600)
      await rename(path, target)
      await flush(dirname(target))
      // A new folder is an entry in its parent, which must be flushed too.
      if (created !== undefined) for (const parent of [folder, dirname(folder)]) await flush(parent)
    },
    read: (name) => readFile(pathOf(name)).catch(orUndefined),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: () => filesIn(folder),
  }
}

async function flush(path: string, mode?: number): Promise<void> {
  const handle = await open(path, 'r')
  try {
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* filesIn(folder: string): AsyncIterable<StoredBytes> {
  const subfolders = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const subfolder of subfolders) {
    if (!subfolder.isDirectory() || subfolder.name.startsWith('.')) continue
    for (const name of await readdir(join(folder, subfolder.name))) {
      const stats = await stat(join(folder, subfolder.name, name)).catch(orUndefined)
      if (stats?.isFile()) yield { name, at: stats.mtime }
    }
  }
}

function orUndefined(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') return undefined
  throw error
}
