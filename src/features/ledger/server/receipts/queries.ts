import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import type { Instant, Period } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    receipt: ReceiptRow
  }
}

interface ReceiptRow {
  /** The payment or its reversal. */
  entry_id: string
  /** `ReceiptContent` as JSON. */
  content: string
  recorded_at: Instant
}

const settingNames = [
  'association_name',
  'association_website',
  'association_address',
  'association_pan',
  'association_gstin',
  'office_email',
  'document_language',
  'receipt_prefix',
  'receipt_short_year',
  'association_logo',
]

/** The settings that a receipt states, read from the database so that all processes agree. */
export const readReceiptSettings = (db: Database): Promise<ReadonlyMap<string, string>> =>
  readSettings(db, settingNames)

export async function readContent(db: Database, entryId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('receipt')
    .select('content')
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return row?.content
}

/** Whether receipts show this logo: its file stays, so that they can be printed again. */
export async function isLogoOfReceipts(db: Database, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('receipt')
    .select('entry_id')
    .where('content', 'like', `%"logo":"${address}"%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false, and changes nothing, when there is a receipt already. */
export async function insertContent(db: Database, row: ReceiptRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('receipt')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false when the content has changed since. */
export async function replaceContent(
  db: Database,
  entryId: string,
  before: string,
  content: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipt')
    .set({ content })
    .where('entry_id', '=', entryId)
    .where('content', '=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A payment or reversal of the ledger with its member; `email` is null for a deleted one. */
export function findReceiptEntry(db: Database, id: string) {
  return receiptEntries(db).where('ledger_entry.id', '=', id).executeTakeFirst()
}
export type ReceiptEntry = NonNullable<Awaited<ReturnType<typeof findReceiptEntry>>>

const receiptEntries = (db: Database) =>
  db
    .selectFrom('ledger_entry')
    .leftJoin('person', 'person.id', 'ledger_entry.person_id')
    .leftJoin('ledger_entry as cancelled', 'cancelled.id', 'ledger_entry.reverses_id')
    .leftJoin('ledger_entry as reversal', 'reversal.reverses_id', 'ledger_entry.id')
    .select([
      'ledger_entry.id',
      'ledger_entry.person_id',
      'ledger_entry.kind',
      'ledger_entry.receipt_number',
      'ledger_entry.office_receipt_number',
      'ledger_entry.amount_paise',
      'ledger_entry.mode',
      'ledger_entry.reference',
      'ledger_entry.valid_from',
      'ledger_entry.valid_to',
      'ledger_entry.paid_at',
      'ledger_entry.recorded_at',
      'ledger_entry.member_name',
      'ledger_entry.company_name',
      'ledger_entry.membership_number',
      'ledger_entry.reverses_id',
      'cancelled.receipt_number as cancelled_number',
      'reversal.id as cancellation_id',
      'reversal.recorded_at as cancelled_at',
      'person.email',
      'person.name as person_name',
      'person.company_name as person_company',
      'person.address as person_address',
      'person.certificate_postal_address as person_postal_address',
      'person.factory_address as person_factory',
      'person.gstin as person_gstin',
      'person.document_language as person_language',
    ])

/**
 * The payments of a member, and what else has a paper of its own, newest first: deducted
 * tax, charges that credit pays, and refunds.
 */
export const listOwnPayments = (db: Database, personId: string): Promise<ReceiptEntry[]> =>
  receiptEntries(db)
    .where('ledger_entry.person_id', '=', personId)
    .where((eb) =>
      eb.or([
        eb('ledger_entry.kind', '=', 'payment'),
        eb.and([
          eb('ledger_entry.kind', 'in', ['tds', 'charge', 'paper', 'refund']),
          eb('ledger_entry.receipt_number', 'is not', null),
        ]),
      ]),
    )
    .orderBy('ledger_entry.recorded_at', 'desc')
    .orderBy('ledger_entry.id', 'desc')
    .execute()

/**
 * The entries with a number of the series that were recorded between these times, in
 * their order; `content` is null for one from before receipts were stored.
 */
export function listPapers(
  db: Database,
  { from, to, after }: Period<Instant> & { after: { at: Instant; id: string } },
  limit: number,
) {
  return db
    .selectFrom('ledger_entry')
    .leftJoin('receipt', 'receipt.entry_id', 'ledger_entry.id')
    .select([
      'ledger_entry.id',
      'ledger_entry.paid_at',
      'ledger_entry.recorded_at',
      'receipt.content',
    ])
    .where('ledger_entry.receipt_number', 'is not', null)
    .where('ledger_entry.recorded_at', '>=', from)
    .where('ledger_entry.recorded_at', '<', to)
    .where(sql<boolean>`(ledger_entry.recorded_at, ledger_entry.id) > (${after.at}, ${after.id})`)
    .orderBy('ledger_entry.recorded_at')
    .orderBy('ledger_entry.id')
    .limit(limit)
    .execute()
}

/** The papers of these members; `content` is null for one from before receipts were stored. */
export const listPapersOf = (db: Database, personIds: readonly string[]) =>
  db
    .selectFrom('ledger_entry')
    .leftJoin('receipt', 'receipt.entry_id', 'ledger_entry.id')
    .select(['ledger_entry.id', 'receipt.content'])
    .where('ledger_entry.receipt_number', 'is not', null)
    .where('ledger_entry.person_id', 'in', personIds)
    .execute()
