/** The chosen files as the device keeps them, with their addresses once they have arrived. */
import { days, hours } from '#shared/dates.ts'
import { type FileKind, type FileType, isFileKind, mediaTypes } from '#shared/file-kinds.ts'
import { dropFiles, keepFile, keptFiles } from '../state/device-storage.ts'

export interface StoredUpload {
  id: string
  kind: FileKind
  name: string
  type: FileType
  blob: Blob
  address?: string | undefined
  /** When it was chosen, or when it arrived. */
  at: number
}

/** The portal sweeps files that nobody refers to after a day; a little earlier they travel again. */
const addressLife = hours(20)

/** How long the device keeps the files of a form that nobody sends. */
const fileLife = days(30)

const keyOf = (owner: string, id: string) => `${owner}/${id}`

/** Removed while it was being kept: then the removal counts. */
const dropped = new Set<string>()

export async function storeUpload(owner: string, kept: StoredUpload): Promise<void> {
  const key = keyOf(owner, kept.id)
  await keepFile(key, kept)
  if (dropped.has(key)) await dropFiles([key])
}

export async function removeStoredUploads(owner: string, ids: readonly string[]): Promise<void> {
  const keys = ids.map((id) => keyOf(owner, id))
  for (const key of keys) dropped.add(key)
  await dropFiles(keys)
}

/** What the device kept of an owner, in the order in which it was chosen; what is too old goes. */
export async function readStoredUploads(owner: string, now = Date.now()): Promise<StoredUpload[]> {
  const all = await keptFiles()
  const old = all.filter(([, record]) => !isKept(record) || record.at < now - fileLife)
  if (old.length > 0) void dropFiles(old.map(([key]) => key))
  return all
    .flatMap(([key, record]) => (key.startsWith(`${owner}/`) && isKept(record) ? [record] : []))
    .map((record) => (record.at < now - addressLife ? { ...record, address: undefined } : record))
    .sort((a, b) => a.id.localeCompare(b.id))
}

/** Forgets the files of every owner but these: a draft that is gone takes its papers with it. */
export async function removeStoredUploadsExcept(owners: readonly string[]): Promise<void> {
  const keys = (await keptFiles()).map(([key]) => key)
  const gone = keys.filter((key) => !owners.some((owner) => key.startsWith(`${owner}/`)))
  if (gone.length > 0) await dropFiles(gone)
}

function isKept(record: unknown): record is StoredUpload {
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
