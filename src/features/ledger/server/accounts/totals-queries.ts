/** Sums of the ledger, and the payments of each sum. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import { type Day, type Instant, type Period, startOfDay } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { ListedPayment } from '../../answers.ts'
import type { PaymentMode } from '../../payment-modes.ts'
import { isNotReversed, shownReceipt } from '../queries.ts'
import { receivedIn } from './year-parts-queries.ts'

/** Whole paise. */
interface PaymentSums {
  received: number
  taken_back: number
}

/**
 * Sums the payments of a period (ISO UTC, without `to`), and its reversed payments. A reversal counts in the period of
 * its payment (`dues_at`), whenever it was recorded.
 */
export async function sumPayments(
  db: Database,
  { from, to }: Period<Instant>,
): Promise<PaymentSums> {
  const sumOf = (kind: 'payment' | 'reversal') =>
    db
      .selectFrom('ledger_entry')
      .where('kind', '=', kind)
      .where('dues_at', '>=', from)
      .where('dues_at', '<', to)
      .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_paise'), sql.lit(0)).as('paise'))
      .executeTakeFirstOrThrow()
  const [received, reversed] = [await sumOf('payment'), await sumOf('reversal')]
  return { received: Number(received.paise), taken_back: Math.abs(Number(reversed.paise)) }
}

/** The time of the oldest payment, ISO UTC; undefined while the ledger is empty. */
export async function findFirstDuesAt(db: Database): Promise<Instant | undefined> {
  const first = await db
    .selectFrom('ledger_entry')
    .select('dues_at')
    .where('kind', '=', 'payment')
    .orderBy('dues_at')
    .limit(1)
    .executeTakeFirst()
  return first?.dues_at
}

interface PaymentPage {
  payments: ListedPayment[]
  /** The number of payments in all, without limit and cursor. */
  total: number
  next: Cursor | undefined
}

interface PaymentFilter {
  /** Days of India; `to` is excluded. */
  from: Day
  to: Day
  /** null: payments without a mode; undefined: any mode. */
  mode: PaymentMode | null | undefined
  /** Selects the payments that paid dues, and deducted tax that came without a payment. */
  paid_for: 'dues' | undefined
  limit: number
}

/** The active payments of a period, newest first. */
export async function listPayments(
  db: Database,
  { from, to, mode, paid_for, limit }: PaymentFilter,
  after: Cursor | undefined,
): Promise<PaymentPage> {
  const received = receivedIn({ from, to })
  let entries = db.selectFrom('ledger_entry').where(isNotReversed)
  // Tax may have been deducted on another day than that of its payment.
  if (paid_for === 'dues')
    entries = entries.where(
      sql<boolean>`ledger_entry.id in (select payment_id from ${received} part)`,
    )
  else
    entries = entries
      .where('kind', '=', 'payment')
      .where('dues_at', '>=', startOfDay(from))
      .where('dues_at', '<', startOfDay(to))
  if (mode === null) entries = entries.where('mode', 'is', null)
  if (mode) entries = entries.where('mode', '=', mode)
  let page = entries
    .select([...listedColumns, shownReceipt.as('receipt_number')])
    .orderBy('dues_at', 'desc')
    .orderBy('ledger_entry.id', 'desc')
    .limit(limit + 1)
  if (after)
    page = page.where(sql<boolean>`(dues_at, ledger_entry.id) < (${after.at}, ${after.id})`)
  const rows = await page.execute()
  const shown = rows.slice(0, limit)
  const dues = await duesPaidBy(db, shown, { from, to })
  const payments = shown.map((row) => ({ ...row, dues_paise: dues.get(row.id) ?? 0 }))
  const last = rows.length > limit ? payments.at(-1) : undefined
  const { total } = await entries
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { payments, total: Number(total), next: last && { at: last.paid_at, id: last.id } }
}

/**
 * The dues that each of these payments paid in a period, by its id; tax that was deducted from the payment is included.
 */
async function duesPaidBy(
  db: Database,
  payments: readonly { person_id: string }[],
  period: Period,
): Promise<ReadonlyMap<string, number>> {
  const people = [...new Set(payments.map(({ person_id }) => person_id))]
  const { rows } = await sql<{ id: string; paise: Paise }>`
    select payment_id as id, cast(sum(paise) as bigint) as paise
    from ${receivedIn(period, isOneOf(db, 'paid.person_id', people))} part group by 1`.execute(db)
  return new Map(rows.map(({ id, paise }) => [id, Number(paise)]))
}

const listedColumns = [
  'ledger_entry.id',
  'person_id',
  'kind',
  'member_name',
  'company_name',
  'membership_number',
  'amount_paise',
  'mode',
  'reference',
  'paid_at',
  'recorded_at',
] as const
