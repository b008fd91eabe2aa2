// cspell:ignore AXL OKAX
import { expect, test } from 'vitest'
import { yearsNamedIn } from '#features/ledger/named-years.ts'
import type { Day } from '#shared/dates.ts'
import { otherChargeNamed } from './named-charges.ts'

const day = '2026-06-12'

/** The sentence of a member who owes for these years. */
const otherYearIn = (narration: string, years: readonly string[], lineDay: Day) =>
  otherChargeNamed(narration, {
    charges: [],
    years,
    comparison: {
      owed: 600_000,
      remaining: 600_000,
      paysEverything: true,
      paidCharge: undefined,
      possibleCharges: [],
    },
    amount_paise: 600_000,
    day: lineDay,
  })

test.each<[narration: string, starts: number[]]>([
  ['FY 2023-24', [2023]],
  ['2024-25 dues', [2024]],
  ['FY25-26', [2025]],
  ['FY2526', [2025]],
  ['DUES/2025-2026/X', [2025]],
  ['UPI/617000000001/24-25', [2024]],
  ['२०२४-२५', [2024]],
  ['2027-28', [2027]],
  // The year in which it ends.
  ['FY 2023', [2022]],
  ['FY26', [2025]],
  ['FY 25', [2024]],
  ['FY 2026-27', [2026]],
  ['26/27', [2026]],
  // The assessment year is the one after it.
  ['AY 2026-27', [2025]],
  ['A.Y. 26-27', [2025]],
  ['AY2627', [2025]],
  // A calendar year.
  ['2025', [2024, 2025]],
  ['dues 2024', [2023, 2024]],
  ['DUES 2021', [2020, 2021]],
  ['UPI/2025/617000000001', [2024, 2025]],
  // Months.
  ['MAR 26', [2025]],
  ['DUES MAR 2026', [2025]],
  ['UPTO MARCH 2026', [2025]],
  ['MAY 2026', [2026]],
  ['APR25-MAR26', [2025, 2025]],
  ['APRIL 2026 TO MARCH 2027', [2026, 2026]],
  // The first and the last day.
  ['as on 31.03.2026', [2025]],
  ['1.4.25 TO 31.3.26', [2025, 2025]],
  ['01-04-2026 to 31-03-2027', [2026, 2026]],
  ['31 MAR 2026', [2025]],
  ['2026-03-31', [2025]],
  // Days, times, amounts, UTRs, UPI IDs and numbers that are no years.
  ['05-06-2026', []],
  ['01/02/26', []],
  ['12/06/2026 10:12:33', []],
  ['12 JUN 2026', []],
  ['JUN 12', []],
  ['MAR 31', []],
  ['MAY 12', []],
  ['JUNE', []],
  ['12-13', []],
  ['AXL2526', []],
  ['610425263333', []],
  ['SBIN52026040512345', []],
  ['shop.2025@okaxis', []],
  ['RS 2025', []],
  ['2025.00', []],
])('the years in %s', (narration, starts) => {
  expect(yearsNamedIn(narration, day).flatMap((one) => one.starts)).toEqual(starts)
})

test.each<[narration: string, lineDay: Day, words: string | undefined]>([
  ['31/03/2026', '2026-04-01', undefined],
  ['01.04.2026', '2026-03-31', undefined],
  ['MAR 2026', '2026-03-20', undefined],
  ['31/03/2026', '2026-06-12', 'has 31/03/2026, which means 2025-26, a year'],
  ['2025-26', '2026-06-12', 'names 2025-26, a year'],
  ['dues 2025', '2026-06-12', 'has 2025, which means 2024-25 or 2025-26, a year'],
  ['dues 2026', '2026-06-12', undefined],
  ['FY27', '2026-06-12', undefined],
])('the other year in %s, on a line of %s', (narration, lineDay, words) => {
  const sentence = otherYearIn(narration, ['2026-27'], lineDay)
  if (words === undefined) expect(sentence).toBeUndefined()
  else expect(sentence).toContain(`The description ${words}`)
})

test('a member who owes for the year, or for none, has no other year', () => {
  expect(otherYearIn('FY 2023-24', ['2023-24', '2026-27'], day)).toBeUndefined()
  expect(otherYearIn('FY 2023-24', [], day)).toBeUndefined()
})
