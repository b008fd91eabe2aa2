/** Search, filters and order of the renewals, in the URL. */
import { emailLabels } from '#features/members/web/components/email-labels.ts'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import {
  chipsOf,
  type FilterChip,
  type FilterSelect,
  filterWords,
} from '#platform/web/table/filters/filter-choices.ts'
import { useFilters, useSortParam } from '#platform/web/table/filters/filters.ts'
import { ageLabels, type DuesGroup, duesGroupLabels, renewalSorts } from '../../renewals/filters.ts'
import { typeLabels } from '../members/filters/register-filters.ts'

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
  group === 'owes' ? { dues: group } : { status: group }

type Values = ReturnType<typeof useRenewalFilters>['values']

export const renewalSelects = (years: readonly string[]): FilterSelect[] => [
  { name: 'status', label: 'Status', placeholder: 'Any', options: optionsOf(duesGroupLabels) },
  { name: 'role', label: 'Type', placeholder: 'Any', options: optionsOf(typeLabels) },
  {
    name: 'year',
    label: 'Dues raised for',
    placeholder: 'Any year',
    options: years.map((year) => ({ value: year, label: year })),
  },
  { name: 'email', label: 'Email', placeholder: 'Any', options: optionsOf(emailLabels) },
]

/** The filter that has no select. */
export const ageChip = ({ age }: Values): FilterChip[] =>
  age ? [{ label: ageLabel(age), names: ['age'] }] : []

const ageLabel = (age: keyof typeof ageLabels) =>
  age === 'not due' ? 'Not yet due' : `Overdue ${ageLabels[age].toLowerCase()}`

/** The search and the filters in words, for the printed list. */
export const renewalFilterWords = (search: string, values: Values): string[] =>
  filterWords(search, [...chipsOf(renewalSelects([]), values), ...ageChip(values)])
