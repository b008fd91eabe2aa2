import type { Sort } from '#platform/web/table/DataTable.tsx'
import { parseSort, useFilters, useSortParam } from '#platform/web/table/filters.ts'
import { memberSorts } from '../../contract.ts'
import { figureFilterNames } from './filter-chips.ts'

export const paidLabels = { true: 'PAID', false: 'PENDING' } as const
export const validityLabels = { valid: 'VALID', expired: 'EXPIRED', unset: 'Not set' } as const

const initialSort = { key: 'membership_number', direction: 'descending' } as const

/** Search, filters and order of a member tab in the URL; unknown values are ignored. */
export function useRegisterFilters() {
  const filters = useFilters({ paid: paidLabels, validity: validityLabels }, figureFilterNames)
  const { sort, param, onSort } = useSortParam(memberSorts, initialSort)
  return {
    ...filters,
    sort,
    onSort,
    /** The parameters of the request. */
    query: { ...filters.values, search: filters.search, sort: param },
  }
}

/** The order of a `sort` parameter. */
export const parseMemberSort = (param: string): Sort => parseSort(param, memberSorts, initialSort)
