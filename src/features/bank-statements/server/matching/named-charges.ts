/** Compares the charges that a narration names, by a year or as old or current ones, with those that its amount pays. */
import { financialYearFrom, financialYearOf } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd, joinWithOr } from '#shared/sentences.ts'
import type { Debt, OpenCharge } from './debts.ts'
import { yearsNamedIn } from './financial-years.ts'

interface Owed {
  /** The open charges of the member, and the years for which they owe. */
  charges: readonly OpenCharge[]
  years: readonly string[]
  /** How the amount compares with what they owe. */
  debt: Debt
  paise: number
  /** The day of the line, yyyy-MM-dd. */
  day: string
}

// cspell:disable-next-line: words as people cut them.
const old = /(?<!\p{L})(?:arrears?|old\s+dues?|last\s+(?:year|yr)|prev(?:ious)?|pending)(?!\p{L})/iu
const current =
  /(?<!\p{L})(?:(?:current|this)\s+(?:year|yr|fy)|current\s+(?:dues?|subscription|membership|fees?))(?!\p{L})/iu

/**
 * A sentence that says which charge the narration names, where the amount pays another one; undefined where it pays
 * what is named, or where nothing is named.
 */
export function otherChargeNamed(narration: string, owed: Owed): string | undefined {
  return (
    otherYearNamed(narration, owed) ?? otherAgeNamed(narration, owed) ?? firstPaid(narration, owed)
  )
}

const nameOf = (start: number): string => financialYearFrom(start).name

/** The years of what the amount pays; of a part of several charges any of them. */
const paidYears = ({ debt, years }: Owed): readonly string[] =>
  debt.charge ? [debt.charge.year] : years

function otherYearNamed(narration: string, owed: Owed): string | undefined {
  const paid = paidYears(owed)
  if (paid.length === 0) return undefined
  const other = yearsNamedIn(narration, owed.day).find(({ starts }) =>
    starts.every((start) => !paid.includes(nameOf(start))),
  )
  if (other === undefined) return undefined
  const names = other.starts.map(nameOf)
  const named = names.includes(other.written)
    ? `The description names ${other.written}`
    : `The description has ${other.written}, which means ${joinWithOr([...new Set(names)])}`
  const open = owed.charges.filter(({ year }) => names.includes(year))
  if (open.length === 0) return `${named}, a year for which they owe nothing.`
  return `${named}. ${notThisAmount(open, owed)}`
}

/** What is open of these charges, which is not the amount of the line. */
function notThisAmount(open: readonly OpenCharge[], { debt, paise }: Owed): string {
  const byYear = new Map<string, number>()
  for (const { year, paise: ofYear } of open) byYear.set(year, (byYear.get(year) ?? 0) + ofYear)
  if (debt.charge && [...byYear.values()].includes(paise))
    return `Confirming pays ${debt.charge.name}.`
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
  const [oldWords] = old.exec(narration) ?? []
  if (oldWords !== undefined && !paid.some(isOld))
    return `The description says '${oldWords}'. ${whatIsOwed(owed, isOld, 'for earlier years')}`
  const [currentWords] = current.exec(narration) ?? []
  if (currentWords !== undefined && !paid.some(isCurrent))
    return `The description says '${currentWords}'. ${whatIsOwed(owed, isCurrent, `for ${thisYear}`)}`
  return undefined
}

function whatIsOwed(owed: Owed, isMeant: (year: string) => boolean, when: string): string {
  const open = owed.charges.filter(({ year }) => isMeant(year))
  return open.length === 0 ? `They owe nothing ${when}.` : notThisAmount(open, owed)
}

/** Of charges of one amount the oldest is paid first, whichever the narration names. */
function firstPaid(narration: string, { charges, debt, paise, day }: Owed): string | undefined {
  const equal = charges.filter((charge) => charge.paise === paise)
  if (debt.isAll || debt.charge || equal.length < 2) return undefined
  const [first] = equal.map(({ year }) => year).toSorted()
  const named = yearsNamedIn(narration, day).flatMap(({ starts }) => starts.map(nameOf))
  const isOther =
    named.length > 0
      ? !named.includes(first ?? '') && equal.some(({ year }) => named.includes(year))
      : current.test(narration) && (first ?? '') < financialYearOf(day).name
  return isOther ? `Confirming pays ${first} first.` : undefined
}
