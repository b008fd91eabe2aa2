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

/** Keys removed in this page. A removal wins over a `storeUpload` that is still being written. */
const removedKeys = new Set<string>()

export async function storeUpload(owner: string, upload: StoredUpload): Promise<void> {
  const key = keyOf(owner, upload.id)
  await writeRecord(key, upload)
  if (removedKeys.has(key)) await deleteRecords([key])
}

export async function removeStoredUpload(owner: string, id: string): Promise<void> {
  const key = keyOf(owner, id)
  removedKeys.add(key)
  await deleteRecords([key])
}

/** The stored uploads of an owner, in the order in which they were selected. Deletes expired ones. */
export async function readStoredUploads(owner: string, now = Date.now()): Promise<StoredUpload[]> {
  const records = await readRecords()
  const expired = records.filter(
    ([, record]) => !isStoredUpload(record) || record.at < now - fileLifetimeMs,
  )
  if (expired.length > 0) void deleteRecords(expired.map(([key]) => key))
  return records
    .flatMap(([key, record]) =>
      key.startsWith(`${owner}/`) && isStoredUpload(record) ? [record] : [],
    )
    .map((record) => (record.at < now - urlLifetimeMs ? { ...record, address: undefined } : record))
    .sort((a, b) => a.id.localeCompare(b.id))
}

/** Deletes the stored uploads of all other owners, such as drafts that no longer exist. */
export async function removeStoredUploadsExcept(owners: readonly string[]): Promise<void> {
  const keys = (await readRecords()).map(([key]) => key)
  const orphans = keys.filter((key) => !owners.some((owner) => key.startsWith(`${owner}/`)))
  if (orphans.length > 0) await deleteRecords(orphans)
}

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

let openStore: UseStore | undefined

function store(): UseStore {
  openStore ??= createStore('portal', 'kept-files')
  return openStore
}

async function writeRecord(key: string, record: StoredUpload): Promise<void> {
  try {
    await set(key, record, store())
  } catch {
    // Storage is not available; the upload lasts as long as the page.
  }
}

/** All records with their keys; none when the browser does not answer within four seconds. */
function readRecords(): Promise<[string, unknown][]> {
  const timeout = new Promise<[string, unknown][]>((resolve) => setTimeout(resolve, 4000, []))
  return Promise.race([readAllRecords(), timeout])
}

async function readAllRecords(): Promise<[string, unknown][]> {
  try {
    return await entries<string, unknown>(store())
  } catch {
    return []
  }
}

async function deleteRecords(keys: readonly string[]): Promise<void> {
  try {
    await delMany([...keys], store())
  } catch {
    // Storage is not available, so there is nothing to delete.
  }
}
