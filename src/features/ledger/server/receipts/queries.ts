import { sql } from 'kysely'
import { personName } from '#features/members/server/queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { readRows } from '#platform/server/reading/row-chunks.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import {
  forTallyLedgers,
  type TallyLedgerNames,
  tallyLedgerKeys,
  tallyLedgers,
} from '#shared/dues/tally-ledgers.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import type { TaxTreatment } from '../../receipts/tax.ts'
import { ledgersWith, listEntriesOfMembers, shownReceipt } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    receipt: ReceiptRow
    tax_treatment: TaxTreatmentRow
  }
}

interface ReceiptRow {
  /** The payment or its reversal. */
  entry_id: string
  /** `ReceiptContent` as JSON. */
  content: string
  recorded_at: string
}

/** Rows are only added. The one with the latest `valid_from` counts, of several the newest. */
interface TaxTreatmentRow extends TaxTreatment {
  id: string
  /** yyyy-MM-dd. */
  valid_from: string
  recorded_at: string
  recorded_by: string
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

/** The settings that a receipt states, as stored: the same in every process. */
export const readReceiptSettings = (db: Database): Promise<ReadonlyMap<string, string>> =>
  readSettings(db, settingNames)

export function findTreatmentOn(db: Database, day: string): Promise<TaxTreatment | undefined> {
  return db
    .selectFrom('tax_treatment')
    .select(['kind', 'rate', 'sac', 'legend'])
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All treatments, the latest first; `recorded_by` is a name. */
export function listTreatments(db: Database) {
  return db
    .selectFrom('tax_treatment')
    .leftJoin('person', 'person.id', 'tax_treatment.recorded_by')
    .select([
      'tax_treatment.id',
      'valid_from',
      'kind',
      'rate',
      'sac',
      'legend',
      'recorded_at',
      personName('person').as('recorded_by'),
    ])
    .orderBy('valid_from', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('tax_treatment.id', 'desc')
    .execute()
}

export async function insertTreatment(db: Database, row: TaxTreatmentRow): Promise<void> {
  await db.insertInto('tax_treatment').values(row).execute()
}

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

export async function saveClosedYear(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
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

const isNoMoney = sql<boolean>`coalesce(cancelled.kind, ledger_entry.kind) in ('charge', 'paper', 'waiver')`

/**
 * The money that came and went back and the tax that was deducted, with their cancellations, and those of charges and
 * waivers, which may move money.
 */
const bookedEntries = (db: Database) =>
  db
    .selectFrom('ledger_entry')
    .leftJoin('tds_certificate', 'tds_certificate.entry_id', 'ledger_entry.id')
    .leftJoin('ledger_entry as cancelled', 'cancelled.id', 'ledger_entry.reverses_id')
    .select([
      'ledger_entry.id',
      'ledger_entry.person_id',
      'ledger_entry.kind',
      'ledger_entry.reverses_id',
      'ledger_entry.void_reason',
      // A charge is no money, nor is a waiver.
      sql<number>`cast(case when ${isNoMoney} then 0 else ledger_entry.amount_paise end as bigint)`.as(
        'amount_paise',
      ),
      'ledger_entry.mode',
      sql<string>`coalesce(tds_certificate.number, ledger_entry.reference)`.as('reference'),
      'ledger_entry.paid_at',
      'ledger_entry.recorded_at',
      'ledger_entry.valid_to',
      'ledger_entry.member_name',
      'ledger_entry.company_name',
      'ledger_entry.membership_number',
      'ledger_entry.receipt_number',
      'cancelled.kind as cancelled_kind',
      'cancelled.receipt_number as cancelled_receipt_number',
      'cancelled.paid_at as cancelled_paid_at',
      'cancelled.recorded_at as cancelled_recorded_at',
      shownReceipt.as('number'),
      sql<string | null>`coalesce(cancelled.receipt_number, cancelled.office_receipt_number)`.as(
        'cancels',
      ),
    ])
    .where((eb) =>
      eb.or([
        eb('ledger_entry.kind', 'in', ['payment', 'reversal', 'refund', 'tds']),
        eb('cancelled.kind', 'in', ['refund', 'tds', 'charge', 'waiver']),
        // Charges with a paper of their own and papers of what credit pays, with their cancellations.
        eb.and([isNoMoney, eb('ledger_entry.receipt_number', 'is not', null)]),
      ]),
    )

/**
 * The entries with a day within these times (ISO UTC), by that day. The day of a payment is the day on which it was
 * paid. The day of a cancellation is the day on which the bank returned the payment, else the day on which it was
 * recorded. `content` is the content of the paper.
 */
export const listDayBook = (
  db: Database,
  { from, to, after }: { from: string; to: string; after: { at: string; id: string } },
  limit: number,
) =>
  bookedEntries(db)
    .leftJoin('receipt', 'receipt.entry_id', 'ledger_entry.id')
    .select('receipt.content')
    .where('ledger_entry.paid_at', '>=', from)
    .where('ledger_entry.paid_at', '<', to)
    .where(sql<boolean>`(ledger_entry.paid_at, ledger_entry.id) > (${after.at}, ${after.id})`)
    .orderBy('ledger_entry.paid_at')
    .orderBy('ledger_entry.id')
    .limit(limit)
    .execute()
export type DayBookEntry = Awaited<ReturnType<ReturnType<typeof bookedEntries>['execute']>>[number]

/** The members whose money was received, paid back or recorded within these times. */
export async function listBookedMembers(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const query = db
    .selectFrom('ledger_entry')
    .select('person_id')
    .distinct()
    .where('kind', 'in', ['payment', 'reversal', 'refund'])
    .where((eb) =>
      eb.or([
        eb.and([eb('paid_at', '>=', from), eb('paid_at', '<', to)]),
        eb.and([eb('recorded_at', '>=', from), eb('recorded_at', '<', to)]),
      ]),
    )
  const rows = await readRows(db, query)
  return rows.map(({ person_id: id }) => id)
}

/** The entries recorded within these times but dated outside them. */
export const listDatedOutside = (
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<DayBookEntry[]> =>
  readRows(
    db,
    bookedEntries(db)
      .where('ledger_entry.recorded_at', '>=', from)
      .where('ledger_entry.recorded_at', '<', to)
      .where((eb) =>
        eb.or([eb('ledger_entry.paid_at', '<', from), eb('ledger_entry.paid_at', '>=', to)]),
      ),
  )

/** The cancellations recorded within these times but dated before them, in the order of recording. */
export const listEarlierVoids = (
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<DayBookEntry[]> =>
  bookedEntries(db)
    .where('ledger_entry.kind', 'in', ['reversal', 'cancellation'])
    .where('ledger_entry.recorded_at', '>=', from)
    .where('ledger_entry.recorded_at', '<', to)
    .whereRef('ledger_entry.paid_at', '<', 'ledger_entry.recorded_at')
    .orderBy('ledger_entry.recorded_at')
    .orderBy('ledger_entry.id')
    .execute()

/**
 * The entries with a number of the series that were recorded between these times (ISO UTC), in
 * their order; `content` is null for one from before receipts were stored.
 */
export function listPapers(
  db: Database,
  { from, to, after }: { from: string; to: string; after: { at: string; id: string } },
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

/** The ledgers of members with a paper from before `end` (ISO UTC), some members at a time. */
export const ledgersWithPapers = (db: Database, end: string) =>
  ledgersWith(db, sql<boolean>`receipt_number is not null and recorded_at < ${end}`)

/**
 * The ledgers of the members whose advances a financial year may have changed, some members at a time. These are the
 * members with an entry dated in the year (a charge only where earlier money pays it), and those who had paid dues of
 * the year ahead. Settlements are stored as they are now: a later void has ended some of them, and those of deleted
 * members are gone; so members with a void, and deleted ones, are read too.
 */
export async function* ledgersOfAdvances(db: Database, { name, from, to }: FinancialYear) {
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
  // Filtered in JavaScript: a WHERE clause would block other requests while SQLite skips rows.
  const query = sql<{ person_id: string; is_affected: number }>`
    select person_id, case when recorded_at >= ${start} and (
        kind in ('reversal', 'cancellation')
        or (recorded_at < ${end} and (kind <> 'charge' or exists (
          select 1 from settlement paid
          where paid.person_id = entry.person_id and paid.charge_id = entry.id and paid.paid_on < ${from}))))
      or (paid_at >= ${start} and paid_at < ${end} and kind <> 'charge')
      or not exists (select 1 from person where person.id = entry.person_id)
      then 1 else 0 end as is_affected
    from ledger_entry entry
    union all select person_id, 1 from settlement where year = ${name} and paid_on < ${from}`
  const rows = await readRows(db, { compile: () => query.compile(db) })
  const ids = new Set(
    rows.filter(({ is_affected }) => is_affected).map(({ person_id }) => person_id),
  )
  for (const batch of chunks([...ids].toSorted(), 250)) yield await listEntriesOfMembers(db, batch)
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

/** The names of the ledgers in Tally, as stored or the portal's own. */
export async function readTallyLedgers(db: Database): Promise<TallyLedgerNames> {
  const values = await readSettings(db, tallyLedgerKeys)
  return forTallyLedgers((key) => values.get(key) || tallyLedgers[key].name)
}

/** How many of these entries have a paper that was emailed. */
export async function countReceiptMails(
  db: Database,
  entryIds: readonly string[],
): Promise<number> {
  let count = 0
  for (const ids of chunks(entryIds, 250)) {
    const attachments = ids.map((id) => `${receiptAttachment}${id}`)
    const mails = await db
      .selectFrom('outbox')
      .select('attachment')
      .distinct()
      .where('kind', '=', 'receipt')
      .where('attachment', 'in', attachments)
      .execute()
    count += mails.length
  }
  return count
}

/** The attachment of the mail with a receipt begins with it; the id of the payment follows. */
export const receiptAttachment = 'receipt:'
