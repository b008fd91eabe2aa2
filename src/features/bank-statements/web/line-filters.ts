/** The filters of a statement's lines: their names, and how many lines each has. */
import { formatCount } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { StatementReview } from '../answers.ts'
import { creditFilters, type LineFilter } from '../contract.ts'

export const filterNames: Record<LineFilter, string> = {
  sure: 'Sure matches',
  likely: 'Likely matches',
  none: 'Not sure',
  confirmed: 'Confirmed',
  recorded: 'Already recorded',
  ignored: 'Ignored',
  returns: 'Returned by the bank',
  debits: 'Debits',
}

/** Undefined where the number is not known. */
export function countIn(
  { proposals, statement, returns }: StatementReview,
  filter: LineFilter,
): number | undefined {
  if (filter === 'debits') return undefined
  if (filter === 'returns') return returns
  return filter === 'sure' || filter === 'likely' || filter === 'none'
    ? proposals[filter]
    : statement.counts[filter]
}

export const countCredits = (review: StatementReview): number =>
  sum(creditFilters, (filter) => countIn(review, filter) ?? 0)

export const optionLabel = (review: StatementReview, filter: LineFilter): string => {
  const count = countIn(review, filter)
  return count === undefined
    ? filterNames[filter]
    : `${filterNames[filter]} (${formatCount(count)}${filter === 'returns' ? ' to review' : ''})`
}
