/** The columns that administrators matched, by the headings of the file. */
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { type ChosenColumns, chosenColumns } from '../columns.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    bank_columns: BankColumnsRow
  }
}

interface BankColumnsRow {
  /** `headingKey` of the row of headings. */
  heading_key: string
  /** JSON. */
  columns: string
  chosen_at: Instant
  chosen_by: string
}

/**
 * Returns the stored columns of these headings (by their keys) that an administrator has matched before.
 */
export async function findColumns(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, ChosenColumns>> {
  const rows = await db
    .selectFrom('bank_columns')
    .select(['heading_key', 'columns'])
    .where('heading_key', 'in', keys.length > 0 ? keys : [''])
    .execute()
  return new Map(
    rows.map(({ heading_key, columns }) => [heading_key, chosenColumns.parse(JSON.parse(columns))]),
  )
}

/** Keeps the columns for the next file with these headings. */
export async function saveColumns(db: Database, row: BankColumnsRow): Promise<void> {
  await db
    .insertInto('bank_columns')
    .values(row)
    .onConflict((conflict) => conflict.column('heading_key').doUpdateSet(row))
    .execute()
}
