/** The table of uploaded files with its queries, and the interface of the file store. */
import type { Readable } from 'node:stream'
import type { FileKind, FileType } from '#shared/file-kinds.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { KeyFile } from './encryption-keys.ts'
import type { Storage } from './storage.ts'

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
  owner: 'application' | 'person' | 'association' | null
  owner_id: string | null
  created_at: string
}

/** A received file in a temporary folder, not checked yet. */
export interface IncomingFile {
  path: string
  kind: FileKind
  original_name: string
  size: number
  digest: string
}

/**
 * Who sends a file: a signed-in person by id, or visitors by their network. Files of one uploader take
 * turns with those of others while they wait to be processed.
 */
export type Uploader = { person: string } | { visitor: string }

export interface FileStore {
  /**
   * Writes a stream to a temporary file. Refuses with 'too-large' as soon as it exceeds the limit of
   * its kind, and an empty one with 'invalid'. Call `discard` when it is no longer needed.
   */
  receive: (source: Readable, kind: FileKind, originalName: string) => Promise<IncomingFile>
  discard: (files: readonly IncomingFile[]) => Promise<void>
  /**
   * Checks and cleans the content (images upright, without metadata), encrypts it if its kind is
   * secret, stores it durably and inserts its row without an owner. Refuses with 'wrong-type' or
   * 'invalid', and with 'too-many' while several files of the uploader wait. Call it outside of a
   * transaction, because it is slow.
   */
  store: (file: IncomingFile, uploader: Uploader, now: Date) => Promise<StoredFile>
  /** The decrypted bytes; undefined when missing, DecryptionError when they were changed. */
  read: (file: StoredFile, version: 'full' | 'small') => Promise<Buffer | undefined>
  /** Removes the contents of files whose rows are deleted; never throws, the sweep retries. */
  removeBytes: (names: readonly string[]) => Promise<void>
  /**
   * Removes rows without an owner older than a day, and contents without a row and temporary files
   * older than an hour. Returns how many were removed, and the names of rows whose contents are
   * missing. Several processes may run it at once.
   */
  sweep: (now: Date) => Promise<{ removed: number; missing: string[] }>
  /** Removes only the temporary files older than an hour; returns how many. */
  sweepIncoming: (now: Date) => Promise<number>
  /**
   * Adds a new key and encrypts every encrypted file again under it, also while the portal runs.
   * After a crash in between every file is still readable; run it again to finish.
   */
  rotateKey: () => Promise<{ key: string; reencrypted: number; unreadable: string[] }>
  /** Throws a Refusal when the storage does not answer. */
  check: () => Promise<void>
}

export interface FileStoreOptions {
  db: Database
  storage: Storage
  /** A local folder for temporary files. */
  incoming: string
  keys: KeyFile
  log: Log
  /** How many bytes may be unclaimed before further uploads by visitors are refused; 2 GiB. */
  maxUnclaimedBytes?: number
}

export const fileUrl = (name: string): string => `/uploads/${name}`

/** The file name in a URL path of `fileUrl`; undefined for any other path. */
export const fileNameInUrl = (path: string): string | undefined =>
  path.match(/^\/uploads\/([\w-]{20,64}\.(?:jpg|png|gif|pdf))$/)?.[1]

export function findFile(db: Database, name: string): Promise<StoredFile | undefined> {
  return db.selectFrom('stored_file').selectAll().where('name', '=', name).executeTakeFirst()
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

/** Assigns an unclaimed file to an owner; false when there is none, or it has an owner already. */
export async function claimFile(
  db: Database,
  name: string,
  kind: FileKind,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
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

/** The same for the upload of this person that `url` names; false for any other file. */
export async function claimUpload(
  db: Database,
  { url, uploadedBy }: { url: string; uploadedBy: string },
  kind: FileKind,
  owner: NonNullable<StoredFile['owner']>,
  ownerId: string,
): Promise<boolean> {
  const file = await findFile(db, fileNameInUrl(url) ?? '')
  if (file?.uploaded_by !== uploadedBy || fileUrl(file.name) !== url) return false
  return claimFile(db, file.name, kind, owner, ownerId)
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

/** The total size of the files without an owner. */
export async function unclaimedBytes(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('stored_file')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('owner', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
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
