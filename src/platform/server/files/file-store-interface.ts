/** What features use of the file store; file-store.ts implements it. */
import type { Readable } from 'node:stream'
import type { FileKind } from '#shared/file-kinds.ts'
import type { Role } from '#shared/roles.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../database/database.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import type { UploadLimits } from './budget/limits.ts'
import type { KeyFile } from './encryption-keys.ts'
import type { Storage } from './storage.ts'
import type { StoredFile } from './stored-files.ts'

/** A received file in a temporary folder, not checked yet. */
export interface IncomingFile {
  path: string
  kind: FileKind
  original_name: string
  size: number
  digest: string
  /** Stops counting its bytes as incoming; `discard` calls it. */
  release: () => void
}

/**
 * Who sends a file: a signed-in person, or a visitor. Files of one uploader take turns with those of others
 * while they wait to be processed, and count against the person's or the network's budget.
 */
export type Uploader = PersonUploader | VisitorUploader

export interface PersonUploader {
  person: string
  role: Role | null
}

export interface VisitorUploader {
  /**
   * The client whose files are processed in turn: the network, or a single call where many visitors share an address.
   */
  visitor: string
  network: string
  /** How many times the budget of one network this one gets; Infinity in a local trial. */
  factor: number
}

export interface FileStore {
  /**
   * Refuses an uploader whose budget is used up, and every uploader while the disk is almost full. Call it
   * before the body of a request is read.
   */
  assertOpen: (uploader: Uploader, now: Date) => Promise<void>
  /**
   * Writes a stream to a temporary file. Refuses with 'too-large' as soon as it exceeds the limit of
   * its kind, and an empty one with 'invalid'. Call `discard` when it is no longer needed.
   */
  receive: (
    source: Readable,
    kind: FileKind,
    originalName: string,
    uploader: Uploader,
  ) => Promise<IncomingFile>
  discard: (files: readonly IncomingFile[]) => Promise<void>
  /**
   * Checks and cleans the content (images upright, without metadata), encrypts it if its kind is
   * secret, stores it durably and inserts its row without an owner. Refuses with 'wrong-type' or
   * 'invalid', and with 'too-many' while several files of the uploader wait or when the uploader's budget
   * is used up. Call it outside of a transaction, because it is slow.
   */
  store: (file: IncomingFile, uploader: Uploader, now: Date) => Promise<StoredFile>
  /** Deletes stored files that were not used, and subtracts their bytes from the uploader's budget. */
  unstore: (files: readonly StoredFile[]) => Promise<void>
  /** The decrypted bytes; undefined when missing, DecryptionError when they were changed. */
  read: (file: StoredFile, version: 'full' | 'small') => Promise<Buffer | undefined>
  /** Removes the contents of files whose rows are deleted; never throws, the sweep retries. */
  removeBytes: (names: readonly string[]) => Promise<void>
  /**
   * Removes rows without an owner older than a day, and temporary files older than an hour. Moves
   * contents without a row for an hour to the quarantine, for 30 days, and returns those whose row
   * exists again. Returns how many were removed, and the names of rows whose contents are missing.
   * Several processes may run it at once.
   */
  sweep: (now: Date) => Promise<{ removed: number; missing: string[] }>
  /** Removes only the temporary files older than an hour; returns how many. */
  sweepIncoming: (now: Date) => Promise<number>
  /** How many contents without a row wait in the quarantine. */
  countQuarantined: () => Promise<number>
  /**
   * Adds a new key and encrypts every encrypted file again under it; the portal may be running. After a crash in
   * between, every file is still readable; run it again to finish.
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
  /** Replaces some of `defaultLimits`. */
  limits?: Partial<UploadLimits>
  /** How often backups hold each file again on the disk of `incoming`; 0 unless set. */
  backupCopies?: number
  /** Replaces the free space of the disk of `incoming`. */
  diskSpace?: () => Promise<DiskSpace>
}
