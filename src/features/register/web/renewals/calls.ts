import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#platform/web/api/client.ts'
import { infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import type { RenewalsQuery } from '../../renewals/contract.ts'
import * as endpoints from '../../renewals/endpoints.ts'

export type RenewalFilters = {
  [Name in Exclude<keyof RenewalsQuery, 'limit' | 'cursor'>]?: string | undefined
}

export const renewalList = (query: RenewalFilters) =>
  infiniteList(endpoints.getRenewals, { query, limit: 40, nextLimit: 160 })

/** How many members have each status, without the sums of the charts. */
export const renewalTotals = (year: string) => ({
  ...queryOf(endpoints.getRenewalTotals, { query: { year } }),
  placeholderData: keepPreviousData,
})

/**
 * The sums of the charts, which take much longer than the totals: they are loaded only where charts are shown.
 * `year` is '' for the one whose dues were raised last.
 */
export const renewalSummary = (year: string) => ({
  ...queryOf(endpoints.getRenewalSummary, { query: { year } }),
  placeholderData: keepPreviousData,
})
