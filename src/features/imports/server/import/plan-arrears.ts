/** Plans the arrears that the cells of a row bring forward (contract 15.2). */
import { type BooksLimits, yearRefusal } from '#features/ledger/payment-days.ts'
import type { BroughtForward } from '#features/ledger/server/charges/arrears.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { Cells } from './cells.ts'
import type { AddError } from './match-rows.ts'

/**
 * Arrears are brought forward once: the same amount again changes nothing, another amount is an error. Arrears without
 * a year belong to the financial year before the current one.
 */
export function checkArrears(
  { cells, person, addError }: { cells: Cells; person: PersonRow | null; addError: AddError },
  brought: ReadonlyMap<string, BroughtForward>,
  { now, limits }: { now: Date; limits: BooksLimits },
): void {
  const { arrears, arrears_year } = cells
  delete cells.arrears
  delete cells.arrears_year
  if (arrears === undefined) return
  const before = person ? brought.get(person.id) : undefined
  if (!before) {
    const year = arrears_year ?? financialYearFrom(financialStartYear(now) - 1).name
    const refusal = yearRefusal(year, limits)
    if (refusal && arrears) addError(arrears_year ? 'arrears_year' : 'arrears', refusal)
    Object.assign(cells, { arrears, arrears_year: year })
    return
  }
  const isSame = readPaise(arrears) === before.amount_paise
  if (isSame && (arrears_year === undefined || arrears_year === before.year)) return
  addError(
    'arrears',
    `Arrears of ${formatRupees(before.amount_paise)} for ${before.year} are brought forward already; reverse them in the member's account to import others`,
  )
}

/** The arrears that the cells of a planned row charge; null without any. */
export const arrearsOf = ({ arrears, arrears_year }: Cells): BroughtForward | null =>
  arrears && arrears_year ? { amount_paise: readPaise(arrears) ?? 0, year: arrears_year } : null
