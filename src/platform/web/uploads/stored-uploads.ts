/**
 * The uploads of an upload queue as the device stores them in IndexedDB. Where the browser refuses
 * storage nothing is stored, and uploads last as long as the page.
 */
import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'
import { days, hours } from '#shared/durations.ts'
import { type FileKind, type FileType, isFileKind, mediaTypes } from '#shared/file-kinds.ts'

interface StoredUpload {
  id: string
  kind: FileKind
  name: string
  type: FileType
  blob: Blob
  /** The URL on the server, once the file has been uploaded. */
  address?: string | undefined
  /** When the file was selected or uploaded, in milliseconds since the epoch. */
  at: number
}

/** The server deletes unreferenced files after a day; a stored URL is dropped a little earlier. */
const urlLifetimeMs = hours(20)

/** How long the device stores the files of a form that is not sent. */
const fileLifetimeMs = days(30)

const keyOf = (owner: string, id: string) => `${owner}/${id}`

export interface UploadStorage {
  store: (owner: string, upload: StoredUpload) => Promise<void>
  remove: (owner: string, id: string) => Promise<void>
  /** The stored uploads of an owner, in the order in which they were selected. Deletes expired ones. */
  read: (owner: string) => Promise<StoredUpload[]>
  /** Deletes the stored uploads of all other owners, such as drafts that no longer exist. */
  removeExcept: (owners: readonly string[]) => Promise<void>
}

/** A page has one, `uploadStorage`. */
export function createUploadStorage(): UploadStorage {
  const records = createRecords()
  /** Keys removed in this page. A removal wins over a `store` that is still being written. */
  const removedKeys = new Set<string>()
  return {
    store: async (owner, upload) => {
      const key = keyOf(owner, upload.id)
      await records.write(key, upload)
      if (removedKeys.has(key)) await records.remove([key])
    },
    remove: async (owner, id) => {
      const key = keyOf(owner, id)
      removedKeys.add(key)
      await records.remove([key])
    },
    read: async (owner) => {
      const now = Date.now()
      const uploads = await records.read()
      const expired = uploads.filter(
        ([, record]) => !isStoredUpload(record) || record.at < now - fileLifetimeMs,
      )
      if (expired.length > 0) void records.remove(expired.map(([key]) => key))
      return uploads
        .flatMap(([key, record]) =>
          key.startsWith(`${owner}/`) && isStoredUpload(record) ? [record] : [],
        )
        .map((record) =>
          record.at < now - urlLifetimeMs ? { ...record, address: undefined } : record,
        )
        .sort((a, b) => a.id.localeCompare(b.id))
    },
    removeExcept: async (owners) => {
      const keys = (await records.read()).map(([key]) => key)
      const orphans = keys.filter((key) => !owners.some((owner) => key.startsWith(`${owner}/`)))
      if (orphans.length > 0) await records.remove(orphans)
    },
  }
}

export const uploadStorage = createUploadStorage()

function isStoredUpload(record: unknown): record is StoredUpload {
  if (typeof record !== 'object' || record === null) return false
  const { id, kind, name, type, blob, at } = record as Partial<Record<keyof StoredUpload, unknown>>
  return (
    typeof id === 'string' &&
    typeof kind === 'string' &&
    isFileKind(kind) &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    Object.hasOwn(mediaTypes, type) &&
    blob instanceof Blob &&
    typeof at === 'number'
  )
}

/** Where the browser refuses storage, nothing is written and nothing read. */
function createRecords() {
  let openStore: UseStore | undefined
  const store = () => {
    openStore ??= createStore('portal', 'kept-files')
    return openStore
  }
  return {
    write: async (key: string, record: StoredUpload): Promise<void> => {
      try {
        await set(key, record, store())
      } catch {
        // The upload lasts as long as the page.
      }
    },
    /** All records with their keys; none when the browser does not answer within four seconds. */
    read: async (): Promise<[string, unknown][]> => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise<[string, unknown][]>((resolve) => {
        timer = setTimeout(resolve, 4000, [])
      })
      try {
        return await Promise.race([entries<string, unknown>(store()), timeout])
      } catch {
        return []
      } finally {
        clearTimeout(timer)
      }
    },
    remove: async (keys: readonly string[]): Promise<void> => {
      try {
        await delMany([...keys], store())
      } catch {
        // There is nothing to delete.
      }
    },
  }
}
