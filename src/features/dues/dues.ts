/** What a member owes on a day: the word, the amount and the years that every screen, mail and paper says. */
import { type DuesDays, type DuesStatus, duesStatusOn } from '#features/members/dues-status.ts'
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { duesNotRaised, type YearRate } from './rules.ts'

export interface Dues {
  status: DuesStatus
  /** Of a member who has lapsed: since when, yyyy-MM-dd. */
  since: string | null
  /** What is owed on the day; of dues that are not raised yet what raising those of the year would charge. Whole paise. */
  owed_paise: number
  /** The years of what is owed, like '2026-27', the oldest first. */
  years: string[]
  /** False when the member owes the dues of the year and nothing was raised that counts. */
  is_raised: boolean
  /** What is raised for years that have not begun, and open. */
  ahead_paise: number
}

/** What is open of a charge. Days are yyyy-MM-dd. */
export interface OpenCharge {
  year: string
  /** The first day on which it is owed. */
  counts_from: string
  open_paise: number
}

type DuesMember = DuesDays & Parameters<typeof duesNotRaised>[0]

/** `rate` is the one of the financial year of `now`. */
export function duesOf(
  member: DuesMember,
  open: readonly OpenCharge[],
  rate: YearRate,
  now: Date,
): Dues {
  const today = isoDay(now)
  const { status, since, hasOpenCharge } = duesStatusOn(member, today)
  const owed = open.filter(({ counts_from }) => counts_from <= today)
  const ahead_paise = sumOf(open.filter(({ counts_from }) => counts_from > today))
  const isPaid = status === 'paid' || status === 'waived'
  if (hasOpenCharge || isPaid)
    return {
      ...{ status, since, ahead_paise, is_raised: true },
      owed_paise: sumOf(owed),
      years: [...new Set(owed.map(({ year }) => year))].sort(),
    }
  const year = financialYear(now)
  return {
    ...{ status, since, ahead_paise, is_raised: false },
    owed_paise: duesNotRaised(member, year, rate, today),
    years: [year.name],
  }
}

/** What can be paid: what is owed, and what is raised ahead. Whole paise. */
export const payable = ({ owed_paise, ahead_paise }: Pick<Dues, 'owed_paise' | 'ahead_paise'>) =>
  owed_paise + ahead_paise

const sumOf = (open: readonly OpenCharge[]): number =>
  open.reduce((sum, { open_paise }) => sum + open_paise, 0)

/** '2025-26', '2025-26 and 2026-27' or '2026-27, not raised yet'; '' when nothing is owed. */
export function duesYears({ years, is_raised }: Pick<Dues, 'years' | 'is_raised'>): string {
  const names = joinWithAnd(years)
  return is_raised ? names : `${names}, not raised yet`
}
