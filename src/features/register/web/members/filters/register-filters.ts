/** The filters of the lists of members, in the URL. */

import { memberSorts } from '#features/members/columns/sort-columns.ts'
import { duesLabels } from '#features/members/dues-status.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { parseSort, useFilters, useSortParam } from '#platform/web/table/filters/filters.ts'
import { figureFilterNames, optionLabels } from './filter-chips.ts'

export const paidLabels = { true: 'PAID', false: 'PENDING' } as const
export const validityLabels = { valid: 'VALID', expired: 'EXPIRED', unset: 'Not set' } as const

/** The filters with fixed options that every list of members has. */
const optionFilters = {
  dues: duesLabels,
  paid: paidLabels,
  validity: validityLabels,
  ...optionLabels,
} as const

export const typeLabels = { oem: 'OEM Members', vendor: 'Vendor Members' } as const

const initialSort = { key: 'membership_number', direction: 'descending' } as const

/** Search, filters and order of a member tab in the URL; unknown values are ignored. */
export function useRegisterFilters() {
  const filters = useFilters(optionFilters, figureFilterNames)
  const { sort, param, onSort } = useSortParam(memberSorts, initialSort)
  return {
    ...filters,
    sort,
    onSort,
    /** The parameters of the request. */
    query: { ...filters.values, search: filters.search, sort: param },
  }
}

/** The same filters on All Members, with the type. */
export function useAllMembersFilters() {
  const filters = useFilters({ type: typeLabels, ...optionFilters }, figureFilterNames)
  const { type, ...values } = filters.values
  return {
    ...filters,
    /** The parameters of the request. */
    query: { ...values, search: filters.search, role: type, sort: 'name' as const },
  }
}

/** The order of a `sort` parameter. */
export const parseMemberSort = (param: string): Sort => parseSort(param, memberSorts, initialSort)
