/** Who has paid for the current financial year (contract 13.6): one rule for the server and the browser. */
import { isoDay, numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'

export type DuesStatus = 'paid' | 'due' | 'lapsed'

/** What lists filter by: a status, or everybody who has not paid for the year. */
export const duesFilters = ['paid', 'due', 'lapsed', 'owes'] as const
export type DuesFilter = (typeof duesFilters)[number]

export const duesLabels: Record<DuesFilter, string> = {
  owes: 'Due or lapsed',
  due: 'Due',
  lapsed: 'Lapsed',
  paid: 'Paid',
}

/** 'Dues 2026-27'. */
export const duesTitle = (now: Date): string => `Dues ${financialYear(now).name}`

interface Dues {
  status: DuesStatus
  /** The last day that was paid for, yyyy-MM-dd; null when paid up, or never paid. */
  since: string | null
}

/** A moment, or a day (yyyy-MM-dd) in India. */
type Now = Date | string

/**
 * The dues of a member at a moment. `paid_until` is the last day that the member's active payments pay
 * for (`paidUntil`), or null.
 */
export function duesOf({ paid_until: day }: { paid_until: string | null }, now: Now): Dues {
  if (!day) return { status: 'due', since: null }
  if (day >= isoDay(now)) return { status: 'paid', since: null }
  return { status: day < yearStart(now) ? 'lapsed' : 'due', since: day }
}

/** 'Paid', 'Due', 'Due since 30/09/2026' or 'Lapsed since 31/03/2026'. */
export function duesText({ status, since }: Dues): string {
  return since ? `${duesLabels[status]} since ${numericDate(since)}` : duesLabels[status]
}

interface DuesRange {
  /** Days of `paid_until`: on or after `from`, before `before`. */
  from?: string
  before?: string
  /** Whether people who never paid belong to it. */
  neverPaid?: boolean
}

/** The values of `paid_until` that a filter matches at a moment. */
export function duesRange(filter: DuesFilter, now: Now): DuesRange {
  const today = isoDay(now)
  return {
    paid: { from: today },
    due: { from: yearStart(now), before: today, neverPaid: true },
    lapsed: { before: yearStart(now) },
    owes: { before: today, neverPaid: true },
  }[filter]
}

const yearStart = (now: Now): string => financialYear(new Date(now)).from

/**
 * The last day that a payment pays for. One without validity (an old import) counts for the financial
 * year in which it was paid.
 */
export const paidUntil = ({
  valid_to,
  paid_at,
}: {
  valid_to: string | null
  paid_at: string
}): string => valid_to ?? financialYear(new Date(paid_at)).to
