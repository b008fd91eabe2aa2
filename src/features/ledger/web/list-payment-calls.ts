/** Marks a list of members paid, with its preview. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBulkSave } from '#features/members/web/components/bulk-save.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { refresh, send } from '#platform/web/api/client.ts'
import * as endpoints from '../endpoints.ts'
import { type PaidValues, paidBody } from './calls.ts'

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
  /** True to mail the receipt to each member. */
  emailsReceipt: boolean
}

export const useListPayment = () =>
  useBulkSave({
    request: ({ selection, paid, replace, emailsReceipt }: ListPayment, key) => {
      const mark = {
        ...paidBody(paid),
        ...(emailsReceipt && { email_receipt: true }),
      }
      return send(endpoints.postBulkPayment, { body: { selection, mark, replace, key } })
    },
    success: 'Payment status updated successfully',
    failure: 'Failed to update payment status',
    refresh: () => refresh(endpoints.postBulkPayment),
  })
