/** Names what is owed, in the same way on screens, in mails and messages, and on paper. */

import { chargeName } from '#features/ledger/charge-name.ts'
import type { ChargeItem } from '#features/ledger/contract.ts'
import { compare } from '#shared/compare.ts'
import type { Paise } from '#shared/rupees.ts'
import { countOf, joinWithAnd } from '#shared/sentences.ts'

export interface NamedCharge {
  item: ChargeItem
  /** Other charges only: what the charge is for. */
  label: string
  year: string
}

/** The names in a language; `years` are like '2026-27', the oldest first. */
export interface OwedWords {
  charge: (charge: NamedCharge) => string
  dues: (years: readonly string[]) => string
  duesAndOther: (years: readonly string[], name: string) => string
  duesAndOthers: (years: readonly string[], count: number) => string
  twoCharges: (first: string, second: string) => string
  charges: (count: number) => string
}

/** The dues before the name of another charge: a comma ends a list of years, which has an 'and' already. */
const duesBeforeOther = (years: readonly string[]): string =>
  `Dues ${joinWithAnd(years)}${years.length > 1 ? ',' : ''}`

export const owedWords: OwedWords = {
  charge: chargeName,
  dues: (years) => `Dues ${joinWithAnd(years)}`,
  duesAndOther: (years, name) => `${duesBeforeOther(years)} and ${name}`,
  duesAndOthers: (years, count) =>
    `${duesBeforeOther(years)} and ${countOf(count, 'other charge', 'other charges')}`,
  twoCharges: (first, second) => `${first} and ${second}`,
  charges: (count) => countOf(count, 'charge', 'charges'),
}

/**
 * 'Dues 2026-27', 'Bank fee', 'Dues 2026-27 and Stall' or 'Dues 2026-27 and 2 other charges'; '' for no charges.
 * Arrears are dues of their year, and so is a joining fee beside the dues of its year.
 */
export function owedName(charges: readonly NamedCharge[], words: OwedWords = owedWords): string {
  const dues = charges.filter(({ item }) => item === 'dues' || item === 'arrears')
  const years = [...new Set(dues.map(({ year }) => year))].sort()
  const others = charges.filter(
    ({ item, year }) =>
      item === 'other' ||
      item === 'refund to return' ||
      (item === 'joining fee' && !years.includes(year)),
  )
  const names = others.map(words.charge)
  const [first = '', second = ''] = names
  if (years.length > 0) {
    if (names.length === 0) return words.dues(years)
    return names.length === 1
      ? words.duesAndOther(years, first)
      : words.duesAndOthers(years, names.length)
  }
  if (names.length < 2) return first
  return names.length === 2 && first !== second
    ? words.twoCharges(first, second)
    : words.charges(names.length)
}

export interface OwedPart {
  name: string
  paise: Paise
}

/** How much is open of each charge, the oldest year first; charges with one name are one part. */
export const owedParts = (
  charges: readonly (NamedCharge & { open_paise: Paise })[],
): OwedPart[] => {
  const named = [...charges].sort(
    (a, b) => compare(a.year, b.year) || compare(chargeName(a), chargeName(b)),
  )
  const sums = new Map<string, Paise>()
  for (const charge of named) {
    const name = chargeName(charge)
    sums.set(name, (sums.get(name) ?? 0) + charge.open_paise)
  }
  return [...sums].map(([name, paise]) => ({ name, paise }))
}
