import { z } from 'zod'
import type { PersonRow } from '#features/members/server/queries.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { isRecord } from '#shared/records.ts'
import type { Paise } from '#shared/rupees.ts'
import { type ImportBatch, skippedColumn } from '../answers.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    import_batch: BatchRow
    import_row: ImportRow
  }
}

export interface BatchRow {
  id: string
  at: Instant
  actor_id: string
  file_name: string
  /** SHA-256 of the file. */
  file_hash: string
  /** Hash of the administrator and the Idempotency-Key; unique, so that one request makes one batch. */
  request_hash: string | null
  added: number
  changed: number
  /** Rows that changed nothing. */
  same: number
  /** For how many members arrears were brought forward, and how much in all. */
  arrears_members: number
  arrears_paise: Paise
  undone_at: Instant | null
  undone_by: string | null
  /** How many rows with errors were left out, and their columns as JSON of `SkippedColumn[]`. */
  skipped: number
  skipped_columns: string
}

/** What a row of an import did to a person. */
export interface ImportRow {
  batch_id: string
  line: number
  person_id: string
  /** `updated_at` of the person after the import; a different one means a later change. */
  version: string
  /** JSON of `BeforeImport`; null for a new person. */
  before: string | null
}

/** The values that a row replaced. It is stored as JSON: its names must not change. */
const beforeImport = z.object({
  columns: z.custom<Partial<PersonRow>>(isRecord),
  /** The id of the current entry before the row; rows of older portals have its payment too. */
  paid: z.object({ entry: z.string().nullable() }).optional(),
  /** Arrears were brought forward. */
  arrears: z.literal(true).optional(),
  /** The person was a job seeker. */
  seeker: z.literal(true).optional(),
})
export type BeforeImport = z.output<typeof beforeImport>

/** A row of an import with the values that it replaced; null for a new person. */
export interface WrittenRow extends Omit<ImportRow, 'before'> {
  before: BeforeImport | null
}

export async function insertBatch(db: Database, batch: BatchRow): Promise<void> {
  await db.insertInto('import_batch').values(batch).execute()
}

export const insertImportRows = (db: Database, rows: readonly ImportRow[]): Promise<void> =>
  insertRows(db, 'import_row', rows)

export function findBatch(db: Database, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('import_batch').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findBatchByKey(db: Database, requestHash: string): Promise<BatchRow | undefined> {
  return db
    .selectFrom('import_batch')
    .selectAll()
    .where('request_hash', '=', requestHash)
    .executeTakeFirst()
}

/** The next rows of a batch after a line of the file. */
export async function listImportRows(
  db: Database,
  batchId: string,
  afterLine: number,
  limit: number,
): Promise<WrittenRow[]> {
  const rows = await db
    .selectFrom('import_row')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    before: row.before === null ? null : beforeImport.parse(JSON.parse(row.before)),
  }))
}

/** Deletes the import rows of a person who is deleted permanently; undoing skips them. */
export async function deleteImportRows(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('import_row').where('person_id', '=', personId).execute()
}

/** Marks a batch as undone; false when it already was. */
export async function markUndone(
  db: Database,
  id: string,
  by: string,
  at: Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_batch')
    .set({ undone_at: at, undone_by: by })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The latest imports, newest first. */
export async function listBatches(
  db: Database,
): Promise<(Omit<ImportBatch, 'by'> & { actor_id: string })[]> {
  const batches = await db
    .selectFrom('import_batch')
    .select(['id', 'at', 'actor_id', 'file_name', 'added', 'changed', 'same', 'undone_at'])
    .select(['skipped', 'skipped_columns'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return batches.map((batch) => ({
    ...batch,
    skipped_columns: z.array(skippedColumn).parse(JSON.parse(batch.skipped_columns)),
  }))
}
