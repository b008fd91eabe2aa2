/** The files people give: where they lie, what is known of them, how they get there and go. */
import type { Readable } from 'node:stream'
import type { FileKind, FileType } from '#shared/file-kinds.ts'
import type { Database } from './database.ts'

declare module './database.ts' {
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
  owner: 'application' | 'person' | null
  owner_id: string | null
  created_at: string
}

/** A file that has arrived in a temporary place and is not checked yet. */
export interface ArrivedFile {
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
  receive: (source: Readable, kind: FileKind, originalName: string) => Promise<ArrivedFile>
  discard: (arrived: readonly ArrivedFile[]) => Promise<void>
  /**
   * Checks the content, cleans it (images upright, without metadata), encrypts it where its kind
   * asks, puts it in its place for good and notes it, without an owner. Refusal 'wrong-type' or
   * 'invalid' in words. Call it outside of a transaction: it takes its time.
   */
  keep: (arrived: ArrivedFile, uploadedBy: string | null, now: Date) => Promise<StoredFile>
  /** The bytes in clear; undefined when they are not there. */
  read: (file: StoredFile, version: 'full' | 'small') => Promise<Buffer | undefined>
  /** Takes away the bytes of files whose notes are gone; never fails, the sweep tries again. */
  removeBytes: (names: readonly string[]) => Promise<void>
  /**
   * Takes away what nobody refers to: notes without an owner older than a day, bytes without a note
   * and temporary files older than an hour. Answers how many files went, and the notes whose bytes
   * are missing.
   */
  sweep: (now: Date) => Promise<{ removed: number; missing: string[] }>
  /** Throws, in words, when the place does not answer. */
  check: () => Promise<void>
}

export const fileAddress = (name: string): string => `/uploads/${name}`

/** The name in an address of ours, else undefined. */
export const nameInAddress = (address: string): string | undefined =>
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
export async function handOver(
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

/** Forgets files; take their bytes away (`removeBytes`) after the commit. */
export async function forgetFiles(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db.deleteFrom('stored_file').where('name', 'in', names).execute()
}
