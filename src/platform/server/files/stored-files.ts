/** The table of uploaded files, its queries, and the URLs of files. */

import type { Instant } from '#shared/dates.ts'
import type { FileKind, FileType } from '#shared/file-kinds.ts'
import type { Database } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    stored_file: StoredFile
  }
}

/** The row of a stored file. */
export interface StoredFile {
  /** Random, with an extension for its type; the last part of `/uploads/{name}`. */
  name: string
  kind: FileKind
  type: FileType
  /** In bytes, before encryption. */
  size: number
  /** The name given by the uploader, cleaned; for display only. */
  original_name: string
  /** True when a small version for lists is stored too. */
  has_small: boolean
  /** The key it is encrypted with; null for an unencrypted file. */
  key_id: string | null
  /** SHA-256 in hex of the bytes as uploaded, to recognise the same file sent again. */
  digest: string
  /** The person who uploaded it; null for a visitor. */
  uploaded_by: string | null
  /** The kind of owner and its id; both null until the file is claimed. */
  owner: 'application' | 'person' | 'association' | 'certificate' | null
  owner_id: string | null
  /** Bytes on the disk: all versions, as stored. */
  stored_bytes: number
  /** The shared space that the file counts in, and its uploader there: a hash of the network, or the person's id. */
  pool: 'visitor' | 'jobseeker' | null
  pool_key: string | null
  created_at: Instant
}

export const fileUrl = (name: string): string => `/uploads/${name}`

/** The file name in a URL path of `fileUrl`; undefined for any other path. */
export const fileNameInUrl = (path: string): string | undefined =>
  path.match(/^\/uploads\/([\w-]{20,64}\.(?:jpg|png|gif|pdf))$/)?.[1]

export function findFile(db: Database, name: string): Promise<StoredFile | undefined> {
  return db.selectFrom('stored_file').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function insertFile(db: Database, file: StoredFile): Promise<void> {
  await db.insertInto('stored_file').values(file).execute()
}

/** The files of these owners, oldest first. */
export function listFiles(
  db: Database,
  owner: NonNullable<StoredFile['owner']>,
  ownerIds: readonly string[],
): Promise<StoredFile[]> {
  if (ownerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('stored_file')
    .selectAll()
    .where('owner', '=', owner)
    .where('owner_id', 'in', ownerIds)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
}

interface FileClaim {
  kind: FileKind
  owner: NonNullable<StoredFile['owner']>
  ownerId: string
}

/** Assigns an unclaimed file to an owner; false when there is none, or it has an owner already. */
export async function claimFile(
  db: Database,
  name: string,
  { kind, owner, ownerId }: FileClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_file')
    .set({ owner, owner_id: ownerId })
    .where('name', '=', name)
    .where('kind', '=', kind)
    .where('owner', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Like `claimFile`, for the upload with this URL by this person; false for any other file. */
export async function claimUpload(
  db: Database,
  { url, uploadedBy }: { url: string; uploadedBy: string },
  claim: FileClaim,
): Promise<boolean> {
  const file = await findFile(db, fileNameInUrl(url) ?? '')
  if (file?.uploaded_by !== uploadedBy || fileUrl(file.name) !== url) return false
  return claimFile(db, file.name, claim)
}

/** Assigns a file to another owner: a photo moves from the application to the member. */
export async function transferFile(
  db: Database,
  name: string,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ owner, owner_id: ownerId })
    .where('name', '=', name)
    .execute()
}

/** The stored bytes in a pool: of all its files, and of those with this key. */
export async function poolBytes(
  db: Database,
  pool: NonNullable<StoredFile['pool']>,
  key: string,
): Promise<{ used: number; own: number }> {
  const { used, own } = await db
    .selectFrom('stored_file')
    .select((eb) => [
      eb.fn.sum<number | null>('stored_bytes').as('used'),
      eb.fn
        .sum<number | null>(
          eb.case().when('pool_key', '=', key).then(eb.ref('stored_bytes')).else(0).end(),
        )
        .as('own'),
    ])
    .where('pool', '=', pool)
    .executeTakeFirstOrThrow()
  return { used: Number(used ?? 0), own: Number(own ?? 0) }
}

/** Takes an owner's files out of their pool: the association wants to keep them. */
export async function leavePool(
  db: Database,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ pool: null, pool_key: null })
    .where('owner', '=', owner)
    .where('owner_id', '=', ownerId)
    .execute()
}

/** The ids of the keys that encrypted the files, as recorded in their rows. */
export async function keysInUse(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('stored_file').select('key_id').distinct().execute()
  return rows.flatMap(({ key_id }) => key_id ?? [])
}

/** Deletes rows of files; remove their contents (`removeBytes`) after the commit. */
export async function deleteFileRecords(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('stored_file').where('name', 'in', names).execute()
}
