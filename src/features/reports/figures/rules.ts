import { type PaymentMode, paymentModes } from '#features/ledger/payment-modes.ts'
import { type Material, materialIds } from '#features/members/materials.ts'
import { addDays, type Day, type Instant, isoDay, type Period, startOfDay } from '#shared/dates.ts'
import { financialStartYear, financialYearFrom, monthsOf } from '#shared/financial-year.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { DuesYear, EndingWeek, JoinedYear, ModeSum, OfferedMaterial } from './answers.ts'

const shownYears = 8
const endingDays = 90

/** The financial years shown, oldest first; the last one is the current year. */
function shownYearsUntil(now: Date) {
  const current = financialStartYear(now)
  return Array.from({ length: shownYears }, (_, index) =>
    financialYearFrom(current - shownYears + 1 + index),
  )
}

/** The starts of the shown years, ISO UTC, without the first one: earlier members count in it too. */
export const joinedYearStarts = (now: Date): Instant[] =>
  shownYearsUntil(now)
    .slice(1)
    .map(({ from }) => startOfDay(from))

/**
 * Cumulated counts by year; `period` is the index between `joinedYearStarts`. Years before the first
 * member are left out.
 */
export function joinedYears(
  counts: readonly { role: MemberRole; period: number; members: number }[],
  now: Date,
): JoinedYear[] {
  const membersUntil = (type: MemberRole, last: number) =>
    sum(
      counts.filter(({ role, period }) => role === type && period <= last),
      ({ members }) => members,
    )
  const years = shownYearsUntil(now).map(({ name, to }, index) => ({
    name,
    to: index === shownYears - 1 ? null : to,
    oem: membersUntil('oem', index),
    vendor: membersUntil('vendor', index),
  }))
  const first = years.findIndex(({ oem, vendor }) => oem + vendor > 0)
  return first < 0 ? [] : years.slice(first)
}

interface DuesSum {
  /** yyyy-MM. */
  month: string
  mode: PaymentMode | null
  paise: Paise
  payments: number
}

/** The dues received in a year by month and mode, from the sums of this year and the one before. */
export function duesOfYear(
  year: number,
  sums: readonly DuesSum[],
): Pick<DuesYear, 'year' | 'months' | 'before'> {
  const modeSum = (mode: PaymentMode | null, ofMode: readonly DuesSum[]): ModeSum => ({
    mode,
    paise: sum(ofMode, ({ paise }) => paise),
    payments: sum(ofMode, ({ payments }) => payments),
  })
  return {
    year,
    months: monthsOf(year).map((month) => ({
      month,
      modes: [...paymentModes, null]
        .map((mode) =>
          modeSum(
            mode,
            sums.filter((duesSum) => duesSum.month === month && duesSum.mode === mode),
          ),
        )
        .filter(({ payments }) => payments > 0),
    })),
    before: monthsOf(year - 1).map((month) =>
      sum(
        sums.filter((duesSum) => duesSum.month === month),
        ({ paise }) => paise,
      ),
    ),
  }
}

/** The years that can be selected, newest first: from the oldest payment to the current year. */
export function selectableYears(firstDuesAt: Instant | undefined, now: Date): number[] {
  const newest = financialStartYear(now)
  const oldest = firstDuesAt ? financialStartYear(new Date(firstDuesAt)) : newest
  return Array.from({ length: Math.max(1, newest - oldest + 1) }, (_, back) => newest - back)
}

/** The days, yyyy-MM-dd, in which a membership ends soon: today and the 89 days after it. */
export function endingPeriod(now: Date): Period {
  const from = isoDay(now)
  return { from, to: addDays(from, endingDays - 1) }
}

/** Counts by day, summed by weeks from today; the last week is shorter. */
export function endingWeeks(
  counts: readonly { role: MemberRole; day: Day; members: number }[],
  now: Date,
): EndingWeek[] {
  const { from: today, to: lastDay } = endingPeriod(now)
  return Array.from({ length: Math.ceil(endingDays / 7) }, (_, week) => {
    const from = addDays(today, week * 7)
    const seventhDay = addDays(from, 6)
    const to = seventhDay < lastDay ? seventhDay : lastDay
    const membersOf = (type: MemberRole) =>
      sum(
        counts.filter(({ role, day }) => role === type && from <= day && day <= to),
        ({ members }) => members,
      )
    return { from, to, oem: membersOf('oem'), vendor: membersOf('vendor') }
  })
}

/** Vendors by material: most offered first, then in the order of `materialIds`. */
export function offeredMaterials(
  counts: readonly { materials: readonly string[]; vendors: number }[],
): OfferedMaterial[] {
  const vendorsByMaterial = new Map<string, number>()
  for (const { materials, vendors } of counts)
    for (const id of new Set(materials))
      vendorsByMaterial.set(id, (vendorsByMaterial.get(id) ?? 0) + vendors)
  return materialIds
    .map((material: Material) => ({ material, vendors: vendorsByMaterial.get(material) ?? 0 }))
    .filter(({ vendors }) => vendors > 0)
    .sort((a, b) => b.vendors - a.vendors)
}
