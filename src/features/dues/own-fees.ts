/** The fees that were agreed with one member, by financial year. */
import { compare } from '#shared/compare.ts'
import { financialYearFrom, startYearOf } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'

/** Financial years like '2026-27'. */
export interface FeeYears {
  from_year: string
  /** null until it is changed. */
  to_year: string | null
}

/** Removes these years from the fees; what was agreed for earlier and later years stays. */
export const feesWithout = <Fee extends FeeYears>(
  fees: readonly Fee[],
  { from_year, to_year }: FeeYears,
): Fee[] =>
  fees.flatMap((fee) => {
    const isBefore = fee.to_year !== null && fee.to_year < from_year
    const isAfter = to_year !== null && fee.from_year > to_year
    if (isBefore || isAfter) return [fee]
    const before = fee.from_year < from_year ? [{ ...fee, to_year: yearBeside(from_year, -1) }] : []
    const ends = to_year !== null && (fee.to_year === null || fee.to_year > to_year)
    return ends ? [...before, { ...fee, from_year: yearBeside(to_year, 1) }] : before
  })

/** A member's own fee of a financial year. */
export const feeOfYear = <Fee extends FeeYears>(
  fees: readonly Fee[],
  year: string,
): Fee | undefined =>
  fees.find((fee) => fee.from_year <= year && (fee.to_year === null || fee.to_year >= year))

interface RaisedDues {
  item: string
  year: string
  amount_paise: Paise
}

/**
 * The dues of these years that a new fee does not change, because they are raised already with a different amount, the
 * earliest first. `first` is the first year to which the fee applies; undefined if there is none.
 */
export function raisedWithin<Raised extends RaisedDues>(
  charges: readonly Raised[],
  { from_year, to_year, amount_paise }: FeeYears & { amount_paise: Paise | undefined },
): { raised: Raised[]; first: string | undefined } {
  const isWithin = (year: string) => year >= from_year && (to_year === null || year <= to_year)
  const raised = charges
    .filter(({ item, year }) => item === 'dues' && isWithin(year))
    .filter((charge) => charge.amount_paise !== amount_paise)
    .sort((a, b) => compare(a.year, b.year))
  const years = new Set(raised.map(({ year }) => year))
  let first = from_year
  while (years.has(first)) first = yearBeside(first, 1)
  return { raised, first: isWithin(first) ? first : undefined }
}

const yearBeside = (name: string, years: number): string =>
  financialYearFrom(startYearOf(name) + years).name

/** 'from 2026-27', '2026-27', '2026-27 to 2028-29'. */
export function feeYearsText({ from_year, to_year }: FeeYears): string {
  if (to_year === null) return `from ${from_year}`
  return from_year === to_year ? from_year : `${from_year} to ${to_year}`
}
