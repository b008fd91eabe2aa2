import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api/call.ts'
import type { Figures } from '../contract.ts'

/**
 * The figures of the dashboard; the year '' is the current financial year. The key starts with that of
 * the dashboard's numbers, so every change of a member or payment invalidates both.
 */
export const figuresOf = (year: string) =>
  queryOptions({
    queryKey: ['/api/admin/stats', 'figures', year],
    queryFn: ({ signal }) =>
      call<Figures>(`/api/admin/figures${year && `?${new URLSearchParams({ year })}`}`, { signal }),
  })
