/** Sums of the ledger, and the payments behind each sum. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/database/pages.ts'
import type { ListedPayment } from '../answers.ts'
import { type PaymentMode, paymentModes } from '../contract.ts'
import { isNotReversed, shownReceipt } from './queries.ts'

/** The sum of the payments, or of the reversals, of one mode within one period of time. */
interface DuesSum {
  /** The index of its start in `starts`. */
  period: number
  mode: PaymentMode | null
  kind: MoneyKind
  /** Whole paise; negative for reversals. */
  paise: number
  entries: number
}

/**
 * The dues by period and mode; `starts` are ISO UTC, the last one ends the last period. A reversal counts
 * in the period of its payment (`dues_at`), whenever it was recorded. Each sum reads one range of an
 * index; a single grouped pass over all entries takes ten times as long.
 */
export function sumDues(db: Database, starts: readonly string[]): Promise<DuesSum[]> {
  const sums = starts
    .slice(1)
    .flatMap((to, period) =>
      kinds.flatMap((kind) =>
        [...paymentModes, null].map((mode) =>
          sumBetween(db, { period, mode, kind, from: starts[period] ?? to, to }),
        ),
      ),
    )
  return sums.reduce((all, sum) => all.unionAll(sum)).execute()
}

/** The kinds that move money. */
const kinds = ['payment', 'reversal'] as const
type MoneyKind = (typeof kinds)[number]

function sumBetween(
  db: Database,
  {
    period,
    mode,
    kind,
    from,
    to,
  }: Pick<DuesSum, 'period' | 'mode' | 'kind'> & {
    from: string
    to: string
  },
) {
  return db
    .selectFrom('ledger_entry')
    .where('kind', '=', kind)
    .where('mode', mode === null ? 'is' : '=', mode)
    .where('dues_at', '>=', from)
    .where('dues_at', '<', to)
    .select(({ fn }) => [
      sql.lit<number>(period).as('period'),
      sql<PaymentMode | null>`${mode === null ? sql`null` : sql.lit(mode)}`.as('mode'),
      sql.lit<MoneyKind>(kind).as('kind'),
      fn.coalesce(fn.sum<number>('amount_paise'), sql.lit(0)).as('paise'),
      fn.countAll<number>().as('entries'),
    ])
}

/** The time of the oldest payment, ISO UTC; undefined while the ledger is empty. */
export async function firstDuesAt(db: Database): Promise<string | undefined> {
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
  /** ISO UTC; `to` is excluded. */
  from: string
  to: string
  /** null: payments without a mode; undefined: any mode. */
  mode: PaymentMode | null | undefined
  limit: number
}

/** The active payments of a period, newest first. */
export async function listPayments(
  db: Database,
  { from, to, mode, limit }: PaymentFilter,
  after: Cursor | undefined,
): Promise<PaymentPage> {
  let entries = db
    .selectFrom('ledger_entry')
    .where('kind', 'in', kinds)
    .where('dues_at', '>=', from)
    .where('dues_at', '<', to)
  if (mode === null) entries = entries.where('mode', 'is', null)
  if (mode) entries = entries.where('mode', '=', mode)
  let page = entries
    .select([...listedColumns, shownReceipt.as('receipt_number')])
    .where('kind', '=', 'payment')
    .where(isNotReversed)
    .orderBy('dues_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where(sql<boolean>`(dues_at, id) < (${after.at}, ${after.id})`)
  const rows = await page.execute()
  const payments = rows.slice(0, limit)
  const last = rows.length > limit ? payments.at(-1) : undefined
  // Each reversal cancels one payment of the same time and mode.
  const { total } = await entries
    .select(
      sql<number>`coalesce(sum(case when kind = 'payment' then 1 else -1 end), 0)`.as('total'),
    )
    .executeTakeFirstOrThrow()
  return { payments, total, next: last && { at: last.paid_at, id: last.id } }
}

const listedColumns = [
  'id',
  'person_id',
  'member_name',
  'company_name',
  'membership_number',
  'amount_paise',
  'mode',
  'reference',
  'paid_at',
] as const satisfies readonly (keyof ListedPayment)[]
