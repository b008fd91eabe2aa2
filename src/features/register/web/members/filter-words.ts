import { type DuesFilter, duesLabels, duesTitle } from '#features/members/dues-status.ts'
import { filterChips } from './filter-chips.ts'
import { paidLabels, validityLabels } from './register-filters.ts'

/** The search and the filters of a list of members in words, for its printed version. */
export function filterWords({
  search,
  values,
}: {
  search: string
  values: Readonly<Record<string, string | undefined>>
}): string[] {
  const { paid, validity, dues } = values
  return [
    search && `Search: ${search}`,
    paid && `Payment: ${paidLabels[paid as keyof typeof paidLabels]}`,
    validity && `Validity: ${validityLabels[validity as keyof typeof validityLabels]}`,
    dues && `${duesTitle(new Date())}: ${duesLabels[dues as DuesFilter]}`,
    ...filterChips(values).map(({ label }) => label),
  ].filter((words): words is string => Boolean(words))
}
