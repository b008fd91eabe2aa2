/** The manifest of an archive, its last entry before the seal. */

import { z } from 'zod'
import { moment } from '#shared/fields.ts'

const entry = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export const manifestSchema = z.object({
  format: z.literal(1),
  /** The version of the portal that made it. */
  version: z.string(),
  made_at: moment,
  engine: z.enum(['sqlite', 'postgres']),
  /** The major version of pg_dump; null for SQLite. */
  pg_dump: z.number().int().nullable(),
  migrations: z.array(z.string()),
  /** The size of the unpacked SQLite database; older archives do not have it. */
  database_bytes: z.number().int().nonnegative().optional(),
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int().nonnegative()),
  /** The ids of the keys that the encrypted files need; the keys are not in the archive. */
  keys: z.array(z.string()),
  /** The newest seal of the history; null when it has no entry yet. */
  history: z.object({ sequence: z.number().int(), hash: z.string() }).nullish(),
  entries: z.array(entry),
  /** Stored files of the database copy that were deleted before they could be read. */
  deleted: z.array(z.string()),
  /** Stored files whose contents were missing in the storage. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ArchiveEntry = z.infer<typeof entry>

export const manifestName = 'manifest.json'
export const settingsName = 'settings.env'
export const databaseNames = { sqlite: 'database.sqlite.gz', postgres: 'database.dump' } as const
/**
 * Whether an archive may have an entry of this name. Names of stored files have no folders, so that a forged archive
 * cannot write outside of the storage.
 */
export const isEntryName = (name: string): boolean =>
  /^files\/[\w-][\w.-]{0,99}$/.test(name) ||
  [settingsName, databaseNames.sqlite, databaseNames.postgres].includes(name)

/** The entry of a stored file. */
export const fileEntry = (name: string): string => `files/${name}`
export const nameOfFile = (entryName: string): string | undefined =>
  entryName.startsWith('files/') ? entryName.slice('files/'.length) : undefined
