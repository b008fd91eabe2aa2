/** The book added up, and the payments behind each sum. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import {
  type LedgerEntry,
  type ListedPayment,
  type PaymentMode,
  paymentModes,
} from '../contract.ts'
import { isActivePayment } from './queries.ts'

/** The payments, or the reversals, of one mode within one span of time. */
export interface DuesSum {
  /** 0 for the span that begins with the first of the starts, and so on. */
  span: number
  mode: PaymentMode | null
  kind: LedgerEntry['kind']
  /** Whole paise; below zero for reversals. */
  paise: number
  lines: number
}

/**
 * The dues by month and mode; `starts` are ISO UTC, the last one ends the last span. A reversal
 * counts against the payment that it takes back (`dues_at`), whenever it was written. Each sum is
 * a stretch of an index; one pass that sorts all lines takes ten times as long.
 */
export function sumDues(db: Database, starts: readonly string[]): Promise<DuesSum[]> {
  const cells = starts
    .slice(1)
    .flatMap((to, span) =>
      kinds.flatMap((kind) =>
        [...paymentModes, null].map((mode) =>
          sumWithin(db, { span, mode, kind, from: starts[span] ?? to, to }),
        ),
      ),
    )
  return cells.reduce((all, one) => all.unionAll(one)).execute()
}

const kinds = ['payment', 'reversal'] as const

function sumWithin(
  db: Database,
  {
    span,
    mode,
    kind,
    from,
    to,
  }: Pick<DuesSum, 'span' | 'mode' | 'kind'> & {
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
    .select((of) => [
      sql.lit<number>(span).as('span'),
      sql<PaymentMode | null>`${mode === null ? sql`null` : sql.lit(mode)}`.as('mode'),
      sql.lit<LedgerEntry['kind']>(kind).as('kind'),
      of.fn.coalesce(of.fn.sum<number>('amount_paise'), sql.lit(0)).as('paise'),
      of.fn.countAll<number>().as('lines'),
    ])
}

/** The time of the oldest dues, ISO UTC; undefined while the book is empty. */
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

export interface PaymentPage {
  payments: ListedPayment[]
  /** How many there are in all, before `limit` and the place. */
  total: number
  next: Cursor | undefined
}

interface Wanted {
  /** ISO UTC; `to` is excluded. */
  from: string
  to: string
  /** null: those that name no mode; undefined: any. */
  mode: PaymentMode | null | undefined
  limit: number
}

/** The payments of a time that stand, newest first: what was taken back is not among them. */
export async function listPayments(
  db: Database,
  { from, to, mode, limit }: Wanted,
  after: Cursor | undefined,
): Promise<PaymentPage> {
  let lines = db.selectFrom('ledger_entry').where('dues_at', '>=', from).where('dues_at', '<', to)
  if (mode === null) lines = lines.where('mode', 'is', null)
  if (mode) lines = lines.where('mode', '=', mode)
  let page = lines
    .select(listed)
    .where('kind', '=', 'payment')
    .where(isActivePayment)
    .orderBy('dues_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (after) page = page.where(sql<boolean>`(dues_at, id) < (${after.at}, ${after.id})`)
  const rows = await page.execute()
  const payments = rows.slice(0, limit)
  const last = rows.length > limit ? payments.at(-1) : undefined
  // Every reversal takes one payment of the same time and mode away.
  const { total } = await lines
    .select(
      sql<number>`coalesce(sum(case when kind = 'payment' then 1 else -1 end), 0)`.as('total'),
    )
    .executeTakeFirstOrThrow()
  return { payments, total, next: last && { at: last.paid_at, id: last.id } }
}

const listed = [
  'id',
  'person_id',
  'member_name',
  'company_name',
  'membership_number',
  'receipt_number',
  'amount_paise',
  'mode',
  'reference',
  'paid_at',
] as const satisfies readonly (keyof ListedPayment)[]
