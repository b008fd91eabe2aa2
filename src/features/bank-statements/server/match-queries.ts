/** Which entries of the ledger the lines are matched to. */
import { type ExpressionBuilder, sql } from 'kysely'
import { shownReceipt } from '#features/ledger/server/queries.ts'
import { receiptAttachment } from '#features/ledger/server/receipts/receipt-mail-queries.ts'
import type { Database, Tables } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { LineState } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    bank_line_entry: LineEntryRow
  }
}

/**
 * The entries of a line: the payments of a credit, or the reversals of the payments that a debit returned.
 */
interface LineEntryRow {
  /** The primary key, so that an entry is matched to one line only. */
  entry_id: string
  line_id: string
}

/** An entry with its member as named when it was recorded. */
export type MatchedEntry = Awaited<ReturnType<typeof listMatches>>[number]

const listMatches = (db: Database, lineIds: readonly string[]) =>
  db
    .selectFrom('bank_line_entry')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
    .select([
      'line_id',
      'ledger_entry.id',
      'kind',
      'person_id',
      'member_name',
      'company_name',
      'membership_number',
      'amount_paise',
      'ledger_entry.reference',
      'ledger_entry.reverses_id',
      shownReceipt.as('receipt_number'),
      (eb) =>
        eb
          .selectFrom('ledger_entry as reversal')
          .select('reversal.id')
          .whereRef('reversal.reverses_id', '=', 'ledger_entry.id')
          .limit(1)
          .as('reversal_id'),
      (eb) =>
        eb
          .selectFrom('outbox')
          .select('outbox.id')
          .where('outbox.kind', '=', 'receipt')
          .where('outbox.attachment', '=', sql<string>`${receiptAttachment} || ledger_entry.id`)
          .limit(1)
          .as('receipt_mail'),
    ])
    .where(isOneOf(db, 'line_id', lineIds))
    .orderBy('receipt_number')
    .orderBy('ledger_entry.id')
    .execute()

/** The lines, each with its entries in the order of their receipts. */
export async function withMatches<Line extends { id: string; state: LineState }>(
  db: Database,
  lines: readonly Line[],
): Promise<(Line & { entries: MatchedEntry[] })[]> {
  const matched = lines.filter(({ state }) => state !== 'open' && state !== 'ignored')
  const ids = matched.map(({ id }) => id)
  const matches = ids.length > 0 ? await listMatches(db, ids) : []
  const entries = Map.groupBy(matches, ({ line_id }) => line_id)
  return lines.map((line) => ({ ...line, entries: entries.get(line.id) ?? [] }))
}

/** Matches a line to entries; false when another line is matched to one of them. */
export async function insertMatches(
  db: Database,
  lineId: string,
  entryIds: readonly string[],
): Promise<boolean> {
  const inserted = await db
    .insertInto('bank_line_entry')
    .values(entryIds.map((entry_id) => ({ entry_id, line_id: lineId })))
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .returning('entry_id')
    .execute()
  return inserted.length === entryIds.length
}

/** Deletes the matches of a line; answers the ids of its entries. */
export async function deleteMatches(db: Database, lineId: string): Promise<string[]> {
  const deleted = await db
    .deleteFrom('bank_line_entry')
    .where('line_id', '=', lineId)
    .returning('entry_id')
    .execute()
  return deleted.map(({ entry_id }) => entry_id)
}

/** The ids of all payments that are matched to the bank line of this payment; only its own id without a line. */
export async function listPaidTogether(db: Database, entryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_line_entry')
    .select('entry_id')
    .where('line_id', 'in', (eb) =>
      eb.selectFrom('bank_line_entry').select('line_id').where('entry_id', '=', entryId),
    )
    .execute()
  return rows.length === 0 ? [entryId] : rows.map(({ entry_id }) => entry_id)
}

/** The bank line that an entry is matched to, as `line_id`. */
export const matchedLine = (eb: ExpressionBuilder<Tables, 'ledger_entry'>) =>
  eb
    .selectFrom('bank_line_entry')
    .select('line_id')
    .whereRef('bank_line_entry.entry_id', '=', 'ledger_entry.id')
    .as('line_id')

/** How many confirmed lines have no payment. The amount of one may have been corrected. */
export async function countLinesWithoutPayment(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('bank_line')
    .leftJoin('bank_line_entry', 'bank_line_entry.line_id', 'bank_line.id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('bank_line.state', '=', 'confirmed')
    .where('bank_line_entry.entry_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Empties the texts of the lines that credited or returned money of a person; date and amount stay. */
export async function eraseLinesOf(db: Database, personId: string): Promise<void> {
  await db
    .updateTable('bank_line')
    .set({ narration: '', reference: '' })
    .where((eb) =>
      eb.or([
        eb(
          'id',
          'in',
          eb
            .selectFrom('bank_line_entry')
            .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
            .select('line_id')
            .where('person_id', '=', personId),
        ),
        eb(
          'id',
          'in',
          eb
            .selectFrom('held_cheque')
            .select('returned_line_id')
            .where('person_id', '=', personId)
            .where('returned_line_id', 'is not', null)
            .$castTo<{ returned_line_id: string }>(),
        ),
      ]),
    )
    .execute()
}
