/** Marks a list of members paid, with its preview, and undoes it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBulkSave } from '#features/members/web/components/bulk-save.ts'
import type { SelectedMembers } from '#features/members/web/components/member-actions.ts'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { readPaise } from '#shared/values/amount.ts'
import type { BulkPaymentAnswer } from '../answers.ts'
import * as endpoints from '../endpoints.ts'
import { type PaidValues, paidBody } from './calls.ts'
import { promptUndo } from './undo-prompt.ts'

interface TypedMark {
  paid: PaidValues
  /** False to ask only who would be marked paid. */
  isValid: boolean
  replace: boolean
}

/** Who would be marked paid, and what a valid payment settles; waits for the last day of the membership. */
export function useListPaymentPreview(
  selection: SelectedMembers,
  { paid, isValid, replace }: TypedMark,
) {
  const { paymentRef: _reference, bank: _bank, ...values } = paid
  const { membership_valid_to } = paid
  return useQuery({
    queryKey: ['payment preview', selection, replace, isValid ? values : membership_valid_to],
    queryFn: ({ signal }) => {
      const mark = isValid && { mark: paidBody(paid) }
      const body = { selection, membership_valid_to, replace, ...mark }
      return send(endpoints.postBulkPaymentPreview, { body }, { signal })
    },
    enabled: /^\d{4}-\d\d-\d\d$/.test(membership_valid_to),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

interface ListPayment {
  selection: SelectedMembers
  paid: PaidValues
  replace: boolean
  /** True to mail the receipt to each member. */
  emailsReceipt: boolean
}

export function useListPayment() {
  return useBulkSave({
    request: ({ selection, paid, replace, emailsReceipt }: ListPayment, key) => {
      const mark = {
        ...paidBody(paid),
        ...(emailsReceipt && { email_receipt: true }),
      }
      return send(endpoints.postBulkPayment, { body: { selection, mark, replace, key } })
    },
    success: ({ batch, changed }: BulkPaymentAnswer, { paid }): ToastMessage => ({
      title: 'Success',
      description: 'Payment status updated successfully',
      detail: paidText(changed, paid),
      action: { label: 'Undo', onSelect: () => promptUndo(batch) },
    }),
    failure: 'Failed to update payment status',
    refresh: () => refresh(endpoints.postBulkPayment),
  })
}

/** '20 members marked paid, ₹1,00,000'. */
function paidText(count: number, { paymentAmount }: PaidValues): string {
  const members = countOf(count, 'member marked paid', 'members marked paid')
  return `${members}, ${formatRupees((readPaise(paymentAmount) ?? 0) * count)}`
}

/** The latest bulk payments. */
export const bulkPayments = queryOf(endpoints.getBulkPayments, {})

/** What undoing a bulk payment would do. */
export const useBulkUndoPreview = (id: string) =>
  useQuery({
    queryKey: ['bulk payment undo', id],
    queryFn: ({ signal }) => send(endpoints.postBulkPaymentUndoPreview, { id }, { signal }),
    gcTime: 0,
  })

export const useBulkUndo = () =>
  useBulkSave({
    request: ({ id, ...body }: { id: string; email_member: boolean }, key) =>
      send(endpoints.postBulkPaymentUndo, { id, body: { ...body, key } }),
    success: ({ changed }) => ({
      title: 'Undone',
      description: countOf(changed, 'payment no longer counts', 'payments no longer count'),
    }),
    failure: 'Failed to undo the payments',
    refresh: () => refresh(endpoints.postBulkPaymentUndo),
  })
