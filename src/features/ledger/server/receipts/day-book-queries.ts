import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { readRows } from '#platform/server/reading/row-chunks.ts'
import type { Instant, Period } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { type LedgerRow, shownReceipt } from '../queries.ts'

/** An entry of the day book. `cancelled` is the entry that a cancellation ends. */
export interface DayBookEntry
  extends Pick<
    LedgerRow,
    | 'id'
    | 'person_id'
    | 'kind'
    | 'reverses_id'
    | 'void_reason'
    | 'mode'
    | 'paid_at'
    | 'recorded_at'
    | 'valid_to'
    | 'member_name'
    | 'company_name'
    | 'membership_number'
    | 'receipt_number'
  > {
  /** 0 for charges and waivers, which move no money. */
  amount_paise: Paise
  /** For deducted tax the number of its certificate. */
  reference: string
  cancelled_kind: LedgerRow['kind'] | null
  cancelled_receipt_number: string | null
  cancelled_paid_at: Instant | null
  cancelled_recorded_at: Instant | null
  /** The receipt number that is shown. */
  number: string | null
  /** The receipt number of the cancelled entry. */
  cancels: string | null
}

const isNoMoney = sql<boolean>`coalesce(cancelled.kind, ledger_entry.kind) in ('charge', 'paper', 'waiver')`

/**
 * Money received and paid back and deducted tax, with their cancellations, and cancellations of charges and waivers,
 * which may move credit.
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
      // Charges and waivers move no money.
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
 * The entries with a day within these times, by that day. The day of a payment is the day on which it was
 * paid. The day of a cancellation is the day on which the bank returned the payment, else the day on which it was
 * recorded. `content` is the content of the paper.
 */
export const listDayBook = (
  db: Database,
  { from, to, after }: Period<Instant> & { after: { at: Instant; id: string } },
  limit: number,
): Promise<(DayBookEntry & { content: string | null })[]> =>
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

/** The members whose money was received, paid back or recorded within these times. */
export async function listBookedMembers(
  db: Database,
  { from, to }: Period<Instant>,
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

/** The entries that were recorded within these times and are dated before or after them. */
export const listDatedOutside = (
  db: Database,
  { from, to }: Period<Instant>,
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

/**
 * The cancellations that were recorded within these times and are dated earlier than that, in the order of recording.
 */
export const listEarlierVoids = (
  db: Database,
  { from, to }: Period<Instant>,
): Promise<DayBookEntry[]> =>
  bookedEntries(db)
    .where('ledger_entry.kind', 'in', ['reversal', 'cancellation'])
    .where('ledger_entry.recorded_at', '>=', from)
    .where('ledger_entry.recorded_at', '<', to)
    .whereRef('ledger_entry.paid_at', '<', 'ledger_entry.recorded_at')
    .orderBy('ledger_entry.recorded_at')
    .orderBy('ledger_entry.id')
    .execute()
