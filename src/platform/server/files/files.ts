/** The files people give: where they lie, what is known of them, how they get there and go. */
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

/** What the portal knows of a file that is in its place. */
export interface StoredFile {
  /** Random, with an ending for its type; the last part of `/uploads/{name}`. */
  name: string
  kind: FileKind
  type: FileType
  /** Bytes as stored in clear. */
  size: number
  /** What it was called where it came from: cleaned, for people to read only. */
  original_name: string
  /** True when there is a small version for lists beside it. */
  has_small: boolean
  /** Which key it is encrypted with; null for what lies in clear. */
  key_id: string | null
  /** SHA-256 in hex of the bytes as they were sent: the same file twice has the same. */
  digest: string
  /** The person who sent it; null for a visitor. */
  uploaded_by: string | null
  /** Whose it is: the noun and its id. Both null until something refers to it. */
  owner: 'application' | 'person' | 'association' | null
  owner_id: string | null
  created_at: string
}

/** A file that has arrived in a temporary place and is not checked yet. */
export interface IncomingFile {
  path: string
  kind: FileKind
  original_name: string
  size: number
  digest: string
}

export interface FileStore {
  /**
   * Writes a stream to a temporary place, counting: Refusal 'too-large' as soon as it is more than
   * its kind may have; an empty one is 'invalid'. `discard` it when it is no longer needed.
   */
  receive: (source: Readable, kind: FileKind, originalName: string) => Promise<IncomingFile>
  discard: (arrived: readonly IncomingFile[]) => Promise<void>
  /**
   * Checks the content, cleans it (images upright, without metadata), encrypts it where its kind
   * asks, puts it in its place for good and notes it, without an owner. Refusal 'wrong-type' or
   * 'invalid' in words. Call it outside of a transaction: it takes its time.
   */
  store: (arrived: IncomingFile, uploadedBy: string | null, now: Date) => Promise<StoredFile>
  /** The bytes in clear; undefined when they are not there, UnreadablePaper when not as kept. */
  read: (file: StoredFile, version: 'full' | 'small') => Promise<Buffer | undefined>
  /** Takes away the bytes of files whose notes are gone; never fails, the sweep tries again. */
  removeBytes: (names: readonly string[]) => Promise<void>
  /**
   * Takes away what nobody refers to: notes without an owner older than a day, bytes without a note
   * and temporary files older than an hour. Answers how many files went, and the notes whose bytes
   * are missing. Any number of processes may run it at once.
   */
  sweep: (now: Date) => Promise<{ removed: number; missing: string[] }>
  /** Only the temporary files; answers how many went. */
  sweepIncoming: (now: Date) => Promise<number>
  /**
   * Makes a new key and closes every paper anew under it, while the portal runs or not. After a
   * crash in between every paper can still be read; run it again to finish.
   */
  rotateKey: () => Promise<{ key: string; papers: number; unreadable: string[] }>
  /** A Refusal, in words, when the place does not answer. */
  check: () => Promise<void>
}

/** What a store stands on. */
export interface FileStoreOptions {
  db: Database
  storage: Storage
  /** A local folder for what is on its way. */
  incoming: string
  keys: KeyFile
  log: Log
  /** How many bytes may wait for an owner before visitors are asked to come back later. */
  maxUnclaimedBytes?: number
}

export const fileUrl = (name: string): string => `/uploads/${name}`

/** The name in an address of ours, else undefined. */
export const fileNameInUrl = (address: string): string | undefined =>
  address.match(/^\/uploads\/([\w-]{20,64}\.(?:jpg|png|gif|pdf))$/)?.[1]

export function findFile(db: Database, name: string): Promise<StoredFile | undefined> {
  return db.selectFrom('stored_file').selectAll().where('name', '=', name).executeTakeFirst()
}

/** The files of some owners, oldest first. */
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

/** Gives a file that nobody has to an owner; false when it is not there or somebody has it. */
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

/** Hands a file on to another owner, as a photo from the application to the member. */
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

/** How many bytes wait for an owner. */
export async function unclaimedBytes(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('stored_file')
    .select((of) => of.fn.sum<number | null>('size').as('bytes'))
    .where('owner', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Which keys the papers are closed with, as far as their notes know. */
export async function keysInUse(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('stored_file').select('key_id').distinct().execute()
  return rows.flatMap(({ key_id }) => key_id ?? [])
}

/** Forgets files; take their bytes away (`removeBytes`) after the commit. */
export async function deleteFileRecords(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('stored_file').where('name', 'in', names).execute()
}
