/** Marks a list of members paid, with its preview. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getBulkProgress } from '#features/members/endpoints.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import * as endpoints from '../endpoints.ts'
import type { PaidValues } from './calls.ts'

/** Who would be marked paid for a membership that lasts `to` a day; waits for the day. */
export const usePaymentPreview = (
  selection: SelectedMembers,
  { to, replace }: { to: string; replace: boolean },
) =>
  useQuery({
    queryKey: ['payment preview', selection, to, replace],
    queryFn: () =>
      send(endpoints.postBulkPaymentPreview, {
        body: { selection, membership_valid_to: to, replace },
      }),
    enabled: /^\d{4}-\d\d-\d\d$/.test(to),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

interface ListPayment {
  selection: SelectedMembers
  paid: PaidValues
  replace: boolean
}

const failure = 'Failed to update payment status'

export function useListPayment() {
  const [key] = useState(() => crypto.randomUUID())
  const save = useSave(
    ({ selection, paid, replace }: ListPayment) => {
      const mark = {
        ...paid,
        payment_status: true as const,
        payment_date: new Date().toISOString(),
      }
      return send(endpoints.postBulkPayment, { body: { selection, mark, replace, key } })
    },
    {
      success: ({ failures }) =>
        failures.length === 0
          ? 'Payment status updated successfully'
          : { title: 'Error', description: failure, variant: 'destructive' as const },
      failure,
      refresh: () => refresh(endpoints.postBulkPayment),
    },
  )
  const { data } = useQuery({
    ...queryOf(getBulkProgress, { query: { key } }),
    enabled: save.isPending,
    refetchInterval: 1000,
  })
  return { ...save, done: data?.done }
}
