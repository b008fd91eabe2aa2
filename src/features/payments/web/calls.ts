import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#features/members/contract.ts'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { LedgerEntry } from '../contract.ts'

/** What the Mark Paid dialog holds: as typed, with the payload names of contract 3. */
export interface PaidValues {
  paymentAmount: string
  paymentMode: string
  paymentRef: string
  membership_valid_from: string
  membership_valid_to: string
}

const pathOf = (id: string) => `/api/admin/members/${encodeURIComponent(id)}`

/** The payments and reversals of a member, newest first. */
export const memberPayments = (id: string) =>
  queryOptions({
    queryKey: ['/api/admin/members', 'payments', id],
    queryFn: ({ signal }) => call<LedgerEntry[]>(`${pathOf(id)}/payments`, { signal }),
    refetchOnMount: 'always',
  })

interface MarkPaidFailure {
  id: string
  words: string
}

const fallback = 'Failed to update payment status'

/** Members as the register has them now; one who cannot be read any more stays as they were. */
export const readMembers = (members: readonly Member[]): Promise<Member[]> =>
  Promise.all(members.map((member) => call<Member>(pathOf(member.id)).catch(() => member)))

/**
 * Marks members paid one after the other; answers who could not be, with the portal's reason. `count`
 * says which one it is at.
 */
export function useMarkPaid() {
  const [count, setCount] = useState(0)
  const mutation = useMutation({
    mutationFn: async ({ members, paid }: { members: readonly Member[]; paid: PaidValues }) => {
      const refused: MarkPaidFailure[] = []
      for (const [index, { id, updated_at }] of members.entries()) {
        setCount(index + 1)
        const payment_date = new Date().toISOString()
        try {
          await putPayment(id, { ...paid, payment_status: true, payment_date, updated_at })
        } catch (error) {
          refused.push({ id, words: errorMessage(error, fallback) })
        }
      }
      return refused
    },
    onSuccess: (refused, { members }) => {
      if (refused.length === 0) toastSuccess()
      else toastFailure((members.length === 1 && refused[0]?.words) || fallback)
      invalidateMembers()
    },
  })
  return { ...mutation, count }
}

/** Mark Unpaid clears everything that Mark Paid has set (contract 4). */
export function useMarkUnpaid() {
  return useMutation({
    mutationFn: ({ id, updated_at }: Member) =>
      putPayment(id, {
        payment_status: false,
        membership_valid_from: null,
        membership_valid_to: null,
        payment_date: null,
        paymentAmount: null,
        paymentMode: null,
        paymentRef: null,
        updated_at,
      }),
    onSuccess: toastSuccess,
    onError: (error) => toastFailure(errorMessage(error, fallback)),
    onSettled: invalidateMembers,
  })
}

const putPayment = (id: string, json: object) =>
  call(`${pathOf(id)}/payment`, { method: 'PUT', json })

function toastSuccess() {
  toast({ title: 'Success', description: 'Payment status updated successfully' })
}

const toastFailure = (words: string) =>
  toast({ title: 'Error', description: words, variant: 'destructive' })

/** Nobody waits for it: the dialog closes once the portal has answered, the lists follow behind it. */
function invalidateMembers() {
  for (const list of ['/api/admin/members', '/api/members', '/api/admin/stats'])
    void queryClient.invalidateQueries({ queryKey: [list] })
}
