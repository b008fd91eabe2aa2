/**
 * Compares the charges that a narration names, by a year or as old or current ones, with those that its amount pays.
 */

import { findAgeWords, namesDues } from '#features/ledger/named-charges.ts'
import { yearsNamedIn } from '#features/ledger/named-years.ts'
import type { Day } from '#shared/dates.ts'
import { financialYearFrom, financialYearOf } from '#shared/financial-year.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { joinWithAnd, joinWithOr } from '#shared/sentences.ts'
import { joinNamesWithOr } from '../names/names-of-member.ts'
import type { AmountComparison, OpenCharge } from './amounts-owed.ts'

interface Owed {
  /** The open charges of the member, and the years for which they owe. */
  charges: readonly OpenCharge[]
  years: readonly string[]
  /** How the amount compares with what they owe. */
  comparison: AmountComparison
  amount_paise: Paise
  /** The day of the line. */
  day: Day
}

/**
 * A sentence that says which charge the narration names if the amount pays a different one; undefined if it pays the
 * named charge, or no charge is named.
 */
export function otherChargeNamed(narration: string, owed: Owed): string | undefined {
  return (
    otherLabelNamed(owed) ??
    duesNamedInstead(narration, owed) ??
    otherYearNamed(narration, owed) ??
    otherAgeNamed(narration, owed)
  )
}

/** The line says 'DUES', but its amount is that of one other charge, which the line does not name. */
function duesNamedInstead(
  narration: string,
  { charges, comparison: { paidCharge, possibleCharges } }: Owed,
) {
  const isOfDues = ({ label }: OpenCharge) => label === ''
  if (!paidCharge || isOfDues(paidCharge) || possibleCharges.includes(paidCharge)) return undefined
  return namesDues(narration) && charges.some(isOfDues)
    ? `The description mentions dues. Confirming pays ${paidCharge.name}.`
    : undefined
}

/** 'STALL' is 'Stall' or 'Stall rent', or a stall of which another amount is open. */
function otherLabelNamed({
  comparison: { paysEverything, paidCharge, possibleCharges },
}: Owed): string | undefined {
  const labelled = possibleCharges.filter(({ label }) => label !== '')
  const [first, another] = labelled
  if (paysEverything || paidCharge || !first) return undefined
  return another
    ? `The description may mean ${joinNamesWithOr(labelled.map(({ name }) => name))}.`
    : `The description names ${first.name}, of which ${formatRupees(first.open_paise)} is open.`
}

const yearName = (start: number): string => financialYearFrom(start).name

/**
 * The years that the amount may pay. An amount that pays one charge has the year of that charge; one that pays
 * everything, or a charge that the line may mean, has all years that are owed. Any other amount is a part: it may be
 * for every year that is owed, except those of charges that the line names, whose amounts differ.
 */
function paidYears({
  comparison: { paysEverything, paidCharge, possibleCharges },
  years,
  amount_paise,
}: Owed): readonly string[] {
  if (paidCharge) return [paidCharge.year]
  if (paysEverything || possibleCharges.some(({ open_paise }) => open_paise === amount_paise))
    return years
  return years.filter((year) => possibleCharges.every((one) => one.year !== year))
}

function otherYearNamed(narration: string, owed: Owed): string | undefined {
  const paid = paidYears(owed)
  if (paid.length === 0) return undefined
  const otherYears = yearsNamedIn(narration, owed.day).find(({ starts }) =>
    starts.every((start) => !paid.includes(yearName(start))),
  )
  if (otherYears === undefined) return undefined
  const names = otherYears.starts.map(yearName)
  const named = names.includes(otherYears.written)
    ? `The description names ${otherYears.written}`
    : `The description has ${otherYears.written}, which means ${joinWithOr([...new Set(names)])}`
  const open = owed.charges.filter(({ year }) => names.includes(year))
  if (open.length === 0) return `${named}, a year for which they owe nothing.`
  return `${named}. ${owedOfYears(open, owed)}`
}

/** What is open of these charges, which is not the amount of the line. */
function owedOfYears(open: readonly OpenCharge[], { comparison, amount_paise }: Owed): string {
  const byYear = new Map<string, number>()
  for (const { year, open_paise: ofYear } of open)
    byYear.set(year, (byYear.get(year) ?? 0) + ofYear)
  if (comparison.paidCharge && [...byYear.values()].includes(amount_paise))
    return `Confirming pays ${comparison.paidCharge.name}.`
  const sums = [...byYear].map(([year, sum]) => `${formatRupees(sum)} of ${year}`)
  return `They owe ${joinWithAnd(sums)}, not this amount.`
}

/** 'ARREARS' are of a year before that of the line, 'CURRENT YEAR' is that year. */
function otherAgeNamed(narration: string, owed: Owed): string | undefined {
  const paid = paidYears(owed)
  if (paid.length === 0) return undefined
  const thisYear = financialYearOf(owed.day).name
  const isOld = (year: string) => year < thisYear
  const isCurrent = (year: string) => !isOld(year)
  const { old: oldWords, current: currentWords } = findAgeWords(narration)
  if (oldWords !== undefined && !paid.some(isOld))
    return `The description says '${oldWords}'. ${whatIsOwed(owed, isOld, 'for earlier years')}`
  if (currentWords !== undefined && !paid.some(isCurrent))
    return `The description says '${currentWords}'. ${whatIsOwed(owed, isCurrent, `for ${thisYear}`)}`
  return undefined
}

function whatIsOwed(owed: Owed, isMeant: (year: string) => boolean, when: string): string {
  const open = owed.charges.filter(({ year }) => isMeant(year))
  return open.length === 0 ? `They owe nothing ${when}.` : owedOfYears(open, owed)
}
