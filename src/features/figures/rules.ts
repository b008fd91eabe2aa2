import { type Material, materialIds } from '#features/members/materials.ts'
import { type PaymentMode, paymentModes } from '#features/payments/contract.ts'
import { financialStartYear, financialYearFrom } from '#features/payments/rules.ts'
import { addDays, isoDay, startOfDay } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { DuesYear, EndingWeek, JoinedYear, ModeSum, OfferedMaterial } from './contract.ts'

const yearsShown = 8
const daysAhead = 90

/** The financial years shown, oldest first; the last one is under way. */
function yearsUntil(now: Date) {
  const first = financialStartYear(now)
  return Array.from({ length: yearsShown }, (_, index) =>
    financialYearFrom(first - yearsShown + 1 + index),
  )
}

/** The moments at which the shown years begin, all but the first: what lies before it counts too. */
export const joinedStarts = (now: Date): string[] =>
  yearsUntil(now)
    .slice(1)
    .map(({ from }) => startOfDay(from))

/** Counts by span of `joinedStarts`, added up year by year; years before the first member are left out. */
export function joinedYears(
  counts: readonly { role: MemberRole; span: number; members: number }[],
  now: Date,
): JoinedYear[] {
  const until = (role: MemberRole, last: number) =>
    sum(
      counts.filter(({ role: of, span }) => of === role && span <= last),
      ({ members }) => members,
    )
  const years = yearsUntil(now).map(({ name, to }, index) => ({
    name,
    to: index === yearsShown - 1 ? null : to,
    oem: until('oem', index),
    vendor: until('vendor', index),
  }))
  const begun = years.findIndex(({ oem, vendor }) => oem + vendor > 0)
  return begun < 0 ? [] : years.slice(begun)
}

/** The twelve months of the financial year that begins in this calendar year, yyyy-MM. */
export const monthsOf = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = ((index + 3) % 12) + 1
    return `${month > 3 ? year : year + 1}-${String(month).padStart(2, '0')}`
  })

/** The thirteen moments between which its months lie, ISO UTC. */
export const monthStarts = (year: number): string[] =>
  [...monthsOf(year), `${year + 1}-04`].map((month) => startOfDay(`${month}-01`))

interface Summed {
  span: number
  mode: PaymentMode | null
  kind: 'payment' | 'reversal'
  /** Below zero for reversals. */
  paise: number
  lines: number
}

/** What was paid in a year less what was taken back of it, month by month and mode by mode. */
export function duesOfYear(year: number, sums: readonly Summed[]): Omit<DuesYear, 'years'> {
  const paise = (some: readonly Summed[]) => sum(some, (one) => one.paise)
  const standing = (mode: PaymentMode | null, some: readonly Summed[]): ModeSum => ({
    mode,
    paise: paise(some),
    payments: sum(some, ({ kind, lines }) => (kind === 'payment' ? lines : -lines)),
  })
  return {
    year,
    months: monthsOf(year).map((month, span) => ({
      month,
      modes: [...paymentModes, null]
        .map((mode) =>
          standing(
            mode,
            sums.filter((one) => one.span === span && one.mode === mode),
          ),
        )
        .filter(({ payments }) => payments > 0),
    })),
    received: paise(sums.filter(({ kind }) => kind === 'payment')),
    taken_back: Math.abs(paise(sums.filter(({ kind }) => kind === 'reversal'))),
  }
}

/** The years that can be chosen, newest first: from the oldest payment to the one under way. */
export function yearsToChoose(firstDuesAt: string | undefined, now: Date): number[] {
  const newest = financialStartYear(now)
  const oldest = firstDuesAt ? financialStartYear(new Date(firstDuesAt)) : newest
  return Array.from({ length: Math.max(1, newest - oldest + 1) }, (_, back) => newest - back)
}

/** The days within which memberships are said to end soon: today and the 89 after it. */
export function daysToCome(now: Date): { from: string; to: string } {
  const from = isoDay(now)
  return { from, to: addDays(from, daysAhead - 1) }
}

/** Counts by day, put together by weeks from today; the last week is shorter. */
export function endingWeeks(
  counts: readonly { role: MemberRole; day: string; members: number }[],
  now: Date,
): EndingWeek[] {
  const { from: today, to: last } = daysToCome(now)
  return Array.from({ length: Math.ceil(daysAhead / 7) }, (_, week) => {
    const from = addDays(today, week * 7)
    const seventh = addDays(from, 6)
    const to = seventh < last ? seventh : last
    const of = (role: MemberRole) =>
      sum(
        counts.filter((one) => one.role === role && from <= one.day && one.day <= to),
        ({ members }) => members,
      )
    return { from, to, oem: of('oem'), vendor: of('vendor') }
  })
}

/** Vendors by material, the most offered first, then as the specification lists them. */
export function offeredMaterials(
  choices: readonly { materials: readonly string[]; vendors: number }[],
): OfferedMaterial[] {
  const vendors = new Map<string, number>()
  for (const choice of choices)
    for (const id of new Set(choice.materials))
      vendors.set(id, (vendors.get(id) ?? 0) + choice.vendors)
  return materialIds
    .map((material: Material) => ({ material, vendors: vendors.get(material) ?? 0 }))
    .filter(({ vendors: count }) => count > 0)
    .toSorted((one, other) => other.vendors - one.vendors)
}

function sum<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((total, item) => total + amount(item), 0)
}
