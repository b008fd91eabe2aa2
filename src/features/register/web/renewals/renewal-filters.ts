/** Search, filters and order of the renewals, in the URL. */
import { emailLabels } from '#features/members/web/components/email-labels.ts'
import type { FilterChip } from '#platform/web/table/FilterBar.tsx'
import { useFilters, useSortParam } from '#platform/web/table/filters.ts'
import {
  ageLabels,
  type DuesGroup,
  duesGroupLabels,
  renewalSorts,
} from '../../renewals/contract.ts'

export const typeLabels = { oem: 'OEM Members', vendor: 'Vendor Members' } as const

const optionFilters = {
  status: duesGroupLabels,
  role: typeLabels,
  age: ageLabels,
  email: emailLabels,
} as const
const initialSort = { key: 'company_name', direction: 'ascending' } as const

export function useRenewalFilters() {
  const filters = useFilters(optionFilters, ['year'])
  const { sort, param, onSort } = useSortParam(renewalSorts, initialSort)
  const { status, ...others } = filters.values
  return {
    ...filters,
    sort,
    onSort,
    /** The parameters of the request. */
    query: { ...others, ...groupQuery(status), search: filters.search, sort: param },
  }
}

const groupQuery = (group: DuesGroup | undefined) =>
  group === 'grace' || group === 'not due' ? { status: group } : { dues: group }

type Values = ReturnType<typeof useRenewalFilters>['values']

/** The filter that has no field of its own. */
export const ageChip = ({ age }: Values): FilterChip[] =>
  age ? [{ label: ageLabel(age), names: ['age'] }] : []

const ageLabel = (age: keyof typeof ageLabels) =>
  age === 'not due' ? 'Not yet due' : `Overdue ${ageLabels[age].toLowerCase()}`

/** The search and the filters in words, for the printed list. */
export const filterWords = (search: string, values: Values): string[] =>
  [
    search && `Search: ${search}`,
    values.status && `Status: ${duesGroupLabels[values.status]}`,
    values.role && typeLabels[values.role],
    values.year && `Dues ${values.year}`,
    values.age && ageLabel(values.age),
    values.email && emailLabels[values.email],
  ].filter((words): words is string => Boolean(words))
