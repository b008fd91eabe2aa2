/**
 * Who owes dues on a day: one rule for the server and the browser, with its SQL in dues-status-queries.ts. It reads
 * days that the ledger keeps with the member (ledger/account.ts), because what is owed depends on today.
 */
import { addDays, isoDay, numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'

export const duesStatuses = ['paid', 'waived', 'due', 'lapsed'] as const
export type DuesStatus = (typeof duesStatuses)[number]

/** What lists filter by: a status (those whose dues were waived count as paid), or everybody who owes. */
export const duesFilters = ['paid', 'due', 'lapsed', 'owes'] as const
export type DuesFilter = (typeof duesFilters)[number]

export const duesLabels: Record<DuesFilter, string> = {
  owes: 'Due or lapsed',
  due: 'Due',
  lapsed: 'Lapsed',
  paid: 'Paid',
}

export const duesStatusLabels: Record<DuesStatus, string> = { ...duesLabels, waived: 'Waived' }

/** Where a member is in the season of renewals (contract 13.7). */
export const accountStatuses = ['paid', 'not due', 'due', 'grace', 'lapsed'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** 'Dues 2026-27'. */
export const duesTitle = (now: Date): string => `Dues ${financialYear(now).name}`

/** The days from which the dues of a member follow. */
export const duesDays = [
  'paid_until',
  'waived_until',
  'counts_from',
  'due_on',
  'grace_until',
] as const
export type DuesDay = (typeof duesDays)[number]

/** Days as yyyy-MM-dd; '' or null for none. */
export interface DuesDays extends Record<DuesDay, string | null> {
  /** The last day that settled dues cover. */
  paid_until: string | null
  /** The last day that dues cover which were waived. */
  waived_until: string | null
  /** The first day on which something that is still open is owed. */
  counts_from: string | null
  /** The due day and the last day of grace of the open charge that is due first. */
  due_on: string | null
  grace_until: string | null
}

/** Whether settled dues cover a day (yyyy-MM-dd), or later ones. */
export const isPaidUntil = ({ paid_until }: Pick<DuesDays, 'paid_until'>, day: string): boolean =>
  (paid_until ?? '') >= day

interface Dues {
  status: DuesStatus
  /** Of a member who has lapsed: since when, yyyy-MM-dd. */
  since: string | null
  /** Whether a charge is open that counts; without one the dues are not raised yet. */
  hasOpenCharge: boolean
}

/** The dues of a member on a day, yyyy-MM-dd in India. */
export function duesStatusOn(days: DuesDays, today: string): Dues {
  const { paid_until, waived_until, counts_from, grace_until } = days
  if (counts_from && counts_from <= today)
    return !grace_until || grace_until >= today
      ? { status: 'due', since: null, hasOpenCharge: true }
      : { status: 'lapsed', since: addDays(grace_until, 1), hasOpenCharge: true }
  if (!paid_until) return { status: 'due', since: null, hasOpenCharge: false }
  if (!isPaidUntil(days, today))
    return { status: 'lapsed', since: addDays(paid_until, 1), hasOpenCharge: false }
  const isWaived = (waived_until ?? '') >= today
  return { status: isWaived ? 'waived' : 'paid', since: null, hasOpenCharge: false }
}

/** The status in the season: `grace` after the due day, `not due` for dues that are not raised yet. */
export function accountStatusOn(days: DuesDays, today: string): AccountStatus {
  const { status, hasOpenCharge } = duesStatusOn(days, today)
  if (status === 'paid' || status === 'waived') return 'paid'
  if (!hasOpenCharge) return 'not due'
  if (status === 'lapsed') return 'lapsed'
  return (days.due_on ?? '') >= today ? 'due' : 'grace'
}

/** 'Paid', 'Waived', 'Due' or 'Lapsed since 01/04/2026'. */
export const duesText = (days: DuesDays, now: Date): string =>
  duesStatusText(duesStatusOn(days, isoDay(now)))

export const duesStatusText = ({ status, since }: Pick<Dues, 'status' | 'since'>): string =>
  since ? `${duesStatusLabels[status]} since ${numericDate(since)}` : duesStatusLabels[status]
