/** What a member owes on a day: the name, the amount and the years that every screen, mail and paper shows. */

import type { YearRate } from '#features/ledger/year-charges.ts'
import { type DuesDays, type DuesStatus, duesStatusOn } from '#features/members/dues-status.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { type NamedCharge, type OwedPart, owedName, owedParts } from './owed-name.ts'
import { duesNotRaised } from './rules.ts'

export interface Dues {
  status: DuesStatus
  /** The day since which the member is lapsed; null for other members. */
  since: Day | null
  /**
   * The amount that is owed on the day: the open charges that count on it and, while the dues of the year are not
   * raised, the amount that raising them would charge.
   */
  owed_paise: Paise
  /** The part of it that is not raised yet. */
  not_raised_paise: Paise
  /** The years of what is owed, like '2026-27', the oldest first. */
  years: string[]
  /** What is owed, in words (owed-name.ts); '' for nothing. */
  owed_name: string
  /** The amount that is owed for each purpose: 'Dues 2025-26', 'Stall'. */
  parts: OwedPart[]
  /** False when the member owes the dues of the year and they are not raised yet. */
  is_raised: boolean
  /** The open amount of charges for years that have not begun. */
  ahead_paise: Paise
}

/** What is open of a charge. Days are yyyy-MM-dd. */
export interface OpenAmount extends NamedCharge {
  /** The first day on which it is owed. */
  counts_from: Day
  open_paise: Paise
}

type DuesMember = DuesDays & Parameters<typeof duesNotRaised>[0]

/** `rate` is the one of the financial year of `now`. */
export function duesOf(
  member: DuesMember,
  open: readonly OpenAmount[],
  rate: YearRate,
  now: Date,
): Dues {
  const today = isoDay(now)
  const { status, since, isNotRaised } = duesStatusOn(member, today)
  const owed = open.filter(({ counts_from }) => counts_from <= today)
  const year = financialYear(now)
  const not_raised_paise = isNotRaised ? duesNotRaised(member, year, rate, today) : 0
  const isOwedNotRaised = not_raised_paise > 0 || (isNotRaised && owed.length === 0)
  const notRaised = isOwedNotRaised
    ? [{ item: 'dues', label: '', year: year.name, open_paise: not_raised_paise } as const]
    : []
  const named = [...owed, ...notRaised]
  const name = owedName(named)
  return {
    status,
    since,
    not_raised_paise,
    is_raised: !isNotRaised,
    owed_paise: openSum(owed) + not_raised_paise,
    years: [...new Set(named.map((charge) => charge.year))].sort(),
    parts: owedParts(named),
    owed_name: isOwedNotRaised ? notRaisedName(name, owed.length > 0) : name,
    ahead_paise: openSum(open.filter(({ counts_from }) => counts_from > today)),
  }
}

/** What can be paid: what is owed, and what is raised ahead. Whole paise. */
export const payable = ({ owed_paise, ahead_paise }: Pick<Dues, 'owed_paise' | 'ahead_paise'>) =>
  owed_paise + ahead_paise

const openSum = (open: readonly OpenAmount[]): Paise => sum(open, ({ open_paise }) => open_paise)

/** 'Dues 2026-27, not raised yet'; if something else is open, 'Dues 2025-26 and 2026-27, not all raised yet'. */
const notRaisedName = (name: string, isOpen: boolean): string =>
  isOpen ? `${name}, not all raised yet` : `${name}, not raised yet`
