/**
 * Who owes dues on a day: one rule for the server and the browser, with its SQL in dues-status-queries.ts. It reads
 * days that the ledger keeps with the member (ledger/account.ts), because what is owed depends on today.
 */
import { addDays, type Day, isoDay, numericDate } from '#shared/dates.ts'
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
export const seasonStatuses = ['paid', 'not due', 'due', 'grace', 'lapsed'] as const
export type SeasonStatus = (typeof seasonStatuses)[number]

/** 'Dues 2026-27'. */
export const duesTitle = (now: Date): string => `Dues ${financialYear(now).name}`

/** The days from which the dues of a member follow. */
export const duesDays = [
  'paid_until',
  'waived_until',
  'counts_from',
  'due_on',
  'grace_until',
  'dues_open_from',
  'dues_open_to',
] as const
export type DuesDay = (typeof duesDays)[number]

/** For none, rows of the database have '' and answers null. */
export interface DuesDays extends Record<DuesDay, Day | '' | null> {
  /** The last day that settled dues cover. */
  paid_until: Day | '' | null
  /** The last day that dues cover which were waived. */
  waived_until: Day | '' | null
  /** The first day on which something that is still open is owed. */
  counts_from: Day | '' | null
  /** The due day and the last day of grace of the open charge that is due first. */
  due_on: Day | '' | null
  grace_until: Day | '' | null
  /**
   * Computed from open charges for dues alone: the first day on which one of them counts, and the last day that they
   * cover.
   */
  dues_open_from: Day | '' | null
  dues_open_to: Day | '' | null
}

/** Whether settled dues cover a day, or later ones. */
export const isPaidUntil = ({ paid_until }: Pick<DuesDays, 'paid_until'>, day: Day): boolean =>
  (paid_until ?? '') >= day

interface DuesOnDay {
  status: DuesStatus
  /** The day since which the member is lapsed; null for other members. */
  since: Day | null
  /** Whether the dues of the day are neither paid nor raised; other charges may be open beside them. */
  isNotRaised: boolean
}

/**
 * The dues status of a member on a day, from what is open and what is not raised yet. This is the
 * status that screens, mails, sheets and the board book show. A member is lapsed from the day after the last day of
 * grace, or, while nothing is raised, from the day after `paid_until`; the earlier day counts.
 */
export function duesStatusOn(days: DuesDays, today: Day): DuesOnDay {
  const isNotRaised = areNotRaised(days, today)
  const [since] = [
    hasChargeLapsed(days, today) ? dayAfter(days.grace_until) : '',
    // While dues are open, their days of grace decide.
    isNotRaised && !hasBegun(days.dues_open_from, today) ? dayAfter(days.paid_until) : '',
  ]
    .filter((day) => day !== '')
    .sort()
  if (since) return { status: 'lapsed', since, isNotRaised }
  if (isNotRaised || hasBegun(days.counts_from, today))
    return { status: 'due', since: null, isNotRaised }
  const isWaived = (days.waived_until ?? '') >= today
  return { status: isWaived ? 'waived' : 'paid', since: null, isNotRaised }
}

/** Whether there is such a day, and it is not after today. */
const hasBegun = (day: Day | '' | null, today: Day): boolean => !!day && day <= today

const dayAfter = (day: Day | '' | null): Day | '' => (day ? addDays(day, 1) : '')

/** Whether no dues, settled or open, cover a day. Other kinds of charges are ignored. */
const areNotRaised = (days: DuesDays, today: Day): boolean =>
  !isPaidUntil(days, today) &&
  !(hasBegun(days.dues_open_from, today) && (days.dues_open_to ?? '') >= today)

const hasChargeLapsed = ({ counts_from, grace_until }: DuesDays, today: Day): boolean =>
  hasBegun(counts_from, today) && !!grace_until && grace_until < today

/**
 * The status in the season of renewals, by what was raised: `grace` after the due day, `not due` when nothing raised is
 * owed and the dues of the day are not raised yet. Renewals group members who are due by it, and programs get it as
 * `status` of an account. Screens do not use its `lapsed`, which considers only days of grace.
 */
export function seasonStatusOn(days: DuesDays, today: Day): SeasonStatus {
  if (!hasBegun(days.counts_from, today)) return isPaidUntil(days, today) ? 'paid' : 'not due'
  if (hasChargeLapsed(days, today)) return 'lapsed'
  return (days.due_on ?? '') >= today ? 'due' : 'grace'
}

/**
 * The status under which Renewals counts and lists a member. Every member who is shown as 'Lapsed' is listed as lapsed,
 * even if only dues that are not raised have lapsed; the others have their status in the season.
 */
export const shownSeasonStatus = (status: SeasonStatus, hasLapsed: boolean): SeasonStatus =>
  hasLapsed ? 'lapsed' : status

/** 'Paid', 'Waived', 'Due' or 'Lapsed since 01/04/2026'. */
export const duesText = (days: DuesDays, now: Date): string =>
  duesStatusText(duesStatusOn(days, isoDay(now)))

export const duesStatusText = ({ status, since }: Pick<DuesOnDay, 'status' | 'since'>): string =>
  since ? `${duesStatusLabels[status]} since ${numericDate(since)}` : duesStatusLabels[status]
