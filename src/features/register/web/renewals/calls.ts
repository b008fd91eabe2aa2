import { queryOf } from '#platform/web/api/client.ts'
import { infiniteList } from '#platform/web/table/infinite-list.ts'
import type { RenewalsQuery } from '../../renewals/contract.ts'
import * as endpoints from '../../renewals/endpoints.ts'

export type RenewalFilters = {
  [Name in Exclude<keyof RenewalsQuery, 'limit' | 'cursor'>]?: string | undefined
}

export const renewalList = (query: RenewalFilters) =>
  infiniteList(endpoints.getRenewals, { query, limit: 40, nextLimit: 160 })

/** The sums of a year; '' for the year of which dues were raised last. */
export const renewalSummary = (year: string) =>
  queryOf(endpoints.getRenewalSummary, { query: { year } })
