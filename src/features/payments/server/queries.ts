import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database, Tables } from '#platform/server/database/database.ts'
import type { LedgerEntry } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    ledger_entry: LedgerRow
    receipt_counter: { series: string; last: number }
  }
}

/** A line of the book: written once, never changed, never removed, not even with its member. */
export interface LedgerRow extends LedgerEntry {
  person_id: string
  /** Whose time the line counts in: a payment's own; a reversal's is that of what it takes back. */
  dues_at: string
  /** Whose payment it was, as they were called then. */
  member_name: string
  company_name: string
  membership_number: string | null
}

export async function insertEntry(db: Database, entry: LedgerRow): Promise<void> {
  await db.insertInto('ledger_entry').values(entry).execute()
}

export const insertEntries = (db: Database, entries: readonly LedgerRow[]): Promise<void> =>
  insertRows(db, 'ledger_entry', entries)

export function findEntry(db: Database, id: string): Promise<LedgerRow | undefined> {
  return db.selectFrom('ledger_entry').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A payment that nothing has reversed; undefined when it was taken back, or never was. */
export function findActivePayment(db: Database, id: string): Promise<LedgerRow | undefined> {
  return db
    .selectFrom('ledger_entry as line')
    .selectAll('line')
    .where('line.id', '=', id)
    .where('line.kind', '=', 'payment')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entry as reversal')
            .select('reversal.id')
            .whereRef('reversal.reverses_id', '=', 'line.id'),
        ),
      ),
    )
    .executeTakeFirst()
}

/** The payments of a member that nothing has reversed, for a membership over a day (yyyy-MM-dd). */
export function listActivePayments(
  db: Database,
  personId: string,
  day: string,
): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('person_id', '=', personId)
    .where('kind', '=', 'payment')
    .where('valid_from', '<=', day)
    .where('valid_to', '>=', day)
    .where(isActivePayment)
    .orderBy('id')
    .execute()
}

export const isActivePayment = (
  is: ExpressionBuilder<Tables, 'ledger_entry'>,
): Expression<SqlBool> =>
  is.not(
    is.exists(
      is
        .selectFrom('ledger_entry as back')
        .select('back.id')
        .whereRef('back.reverses_id', '=', 'ledger_entry.id'),
    ),
  )

/** The payments and reversals of a member, newest first, with the names of who recorded them. */
export function listEntries(db: Database, personId: string): Promise<LedgerEntry[]> {
  return db
    .selectFrom('ledger_entry')
    .leftJoin('person', 'person.id', 'ledger_entry.recorded_by')
    .select([
      'ledger_entry.id',
      'kind',
      'receipt_number',
      'reverses_id',
      'amount_paise',
      'mode',
      'reference',
      'valid_from',
      'valid_to',
      'paid_at',
      'recorded_at',
      sql<string | null>`coalesce(nullif(person.name, ''), person.email)`.as('recorded_by'),
    ])
    .where('person_id', '=', personId)
    .orderBy('recorded_at', 'desc')
    .orderBy('ledger_entry.id', 'desc')
    .execute()
}

/** The next serial of a receipt series, given once whatever runs beside it; of several, the last. */
export async function reserveReceipts(db: Database, series: string, count = 1): Promise<number> {
  const { last } = await db
    .insertInto('receipt_counter')
    .values({ series, last: count })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`receipt_counter.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
