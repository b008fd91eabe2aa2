import { parseOption, useUrlFilters } from '#platform/web/state/url-state.ts'
import type { Sort } from '#platform/web/table/DataTable.tsx'
import { memberSorts } from '../../contract.ts'
import { useFigureFilters } from './FilterChips.tsx'
import { figureFilterNames } from './filter-chips.ts'

export const paidLabels = { true: 'PAID', false: 'PENDING' } as const
export const validityLabels = { valid: 'VALID', expired: 'EXPIRED', unset: 'Not set' } as const

const defaultSort: Sort = { key: 'membership_number', direction: 'descending' }

/** Search, filters and order of a member tab in the URL; unknown values are ignored. */
export function useRegisterFilters() {
  const { params, search, setFilter, removeFilters } = useUrlFilters()
  const figure = useFigureFilters()
  const paid = parseOption(paidLabels, params.get('paid'))
  const validity = parseOption(validityLabels, params.get('validity'))
  const sort = parseSort(params.get('sort'))
  return {
    search,
    paid,
    validity,
    figure,
    sort,
    setFilter,
    onSort: (next: Sort) =>
      setFilter('sort', sortParam(next) === sortParam(defaultSort) ? '' : sortParam(next)),
    /** The parameters of the request. */
    query: { ...figure.filters, search, paid, validity, sort: sortParam(sort) },
    isFiltered: Boolean(search || paid || validity) || figure.isFiltered,
    /** Clears search and filters, but not the order. */
    clear: () => removeFilters(['q', 'paid', 'validity', ...figureFilterNames]),
  }
}

/** 'name' or '-name', as in the contract's `sort` parameter. */
export const sortParam = ({ key, direction }: Sort): string =>
  direction === 'descending' ? `-${key}` : key

export function parseSort(param: string | null): Sort {
  const key = memberSorts.find((sort) => sort === param?.replace(/^-/, ''))
  if (!key) return defaultSort
  return { key, direction: param?.startsWith('-') ? 'descending' : 'ascending' }
}
