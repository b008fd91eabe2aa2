import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import type { Figures } from '../contract.ts'

/**
 * What the dashboard plots; '' is the financial year under way. It is asked for anew with the
 * numbers of the dashboard, whose key it begins with: every change of a member or payment names it.
 */
export const figuresOf = (year: string) =>
  queryOptions({
    queryKey: ['/api/admin/stats', 'figures', year],
    queryFn: ({ signal }) =>
      call<Figures>(`/api/admin/figures${year && `?${new URLSearchParams({ year })}`}`, { signal }),
  })
