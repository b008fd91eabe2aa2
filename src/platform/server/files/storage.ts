/** Where the bytes of files lie: one port, two adapters (this folder, and s3-storage.ts). */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#shared/refusal.ts'

export interface StoredBytes {
  name: string
  at: Date
}

/** Where the small version of a file lies. */
export const smallName = (name: string): string => `${name}.small`

export interface Storage {
  /** Puts a local file under a name, for good once it resolves; the local file may be gone then. */
  put: (name: string, path: string) => Promise<void>
  /** undefined when there is nothing under the name. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Fine when there was nothing. */
  remove: (name: string) => Promise<void>
  list: () => AsyncIterable<StoredBytes>
  /** A Refusal, in words, when the place does not answer or cannot be written. */
  check: () => Promise<void>
}

/**
 * Files in a folder, in subfolders by their first two letters, for this user alone. A name is there
 * whole or not at all, whatever happens in between: the file is flushed, renamed, and the folder
 * flushed.
 */
export function folderStorage(folder: string): Storage {
  const place = (name: string) => join(folder, name.slice(0, 2), name)
  return {
    put: async (name, path) => {
      const target = place(name)
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await flush(path, 0o600)
      await rename(path, target)
      await flush(dirname(target))
      // A folder that is new is an entry of the one above.
      if (made !== undefined) for (const above of [folder, dirname(folder)]) await flush(above)
    },
    read: (name) => readFile(place(name)).catch(orUndefined),
    remove: (name) => rm(place(name), { force: true }),
    list: () => filesIn(folder),
    check: async () => {
      const probe = join(folder, '.probe')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await (await open(probe, 'w', 0o600)).close()
        await rm(probe, { force: true })
      } catch {
        throw new Refusal('unavailable', 'The folder of files cannot be written', { retryAfter: 5 })
      }
    },
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
  const parts = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const part of parts) {
    if (!part.isDirectory() || part.name.startsWith('.')) continue
    for (const name of await readdir(join(folder, part.name))) {
      const about = await stat(join(folder, part.name, name)).catch(orUndefined)
      if (about?.isFile()) yield { name, at: about.mtime }
    }
  }
}

function orUndefined(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') return undefined
  throw error
}
