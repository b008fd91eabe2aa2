import { type Day, numericDate, startOfDay } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { BankStatement } from '../answers.ts'

export const statementsPath = '/admin/renewals/bank-statements'

/** '05/04/2026' of '2026-04-05'. */
export const dayName = (day: Day): string => numericDate(startOfDay(day))

/** '01/04/2026 to 30/04/2026'. */
export const periodOf = ({ from, to }: Pick<BankStatement, 'from' | 'to'>): string =>
  from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`

/** The account of a statement, '4321, 8765' for several, and its file; many files have no number of the account. */
export function accountAndFile({
  account,
  file_name,
}: Pick<BankStatement, 'account' | 'file_name'>): string {
  if (account === null) return file_name
  return `${account.includes(',') ? 'Accounts' : 'Account'} ending in ${account} · ${file_name}`
}

/** '2 returns by the bank to review'. */
export const returnsToReview = (count: number): string =>
  `${countOf(count, 'return', 'returns')} by the bank to review`
