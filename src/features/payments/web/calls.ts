import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '#features/members/contract.ts'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { type InfiniteList, infinitePathList } from '#platform/web/table/infinite-list.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { addDays } from '#shared/dates.ts'
import {
  type LedgerEntry,
  type ListedPayment,
  type PaymentMode,
  paymentModes,
} from '../contract.ts'
import { financialYearFrom } from '../rules.ts'

/** The values of the Mark Paid form as typed, under their payload names (contract 3.9). */
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

export interface MarkPaidFailure {
  id: string
  message: string
}

const fallback = 'Failed to update payment status'

/** Reads the members again; one that cannot be read is returned unchanged. */
export const readMembers = (members: readonly Member[]): Promise<Member[]> =>
  Promise.all(members.map((member) => call<Member>(pathOf(member.id)).catch(() => member)))

/**
 * Marks members paid one after the other and returns those that failed, with the reason. `count` is
 * the position of the current one, from 1.
 */
export function useMarkPaid() {
  const [count, setCount] = useState(0)
  const mutation = useMutation({
    mutationFn: async ({ members, paid }: { members: readonly Member[]; paid: PaidValues }) => {
      const failures: MarkPaidFailure[] = []
      for (const [index, { id, updated_at }] of members.entries()) {
        setCount(index + 1)
        const payment_date = new Date().toISOString()
        try {
          await putPayment(id, { ...paid, payment_status: true, payment_date, updated_at })
        } catch (error) {
          failures.push({ id, message: errorMessage(error, fallback) })
        }
      }
      return failures
    },
    onSuccess: (failures, { members }) => {
      if (failures.length === 0) toastSuccess()
      else toastFailure((members.length === 1 && failures[0]?.message) || fallback)
      invalidateMembers()
    },
  })
  return { ...mutation, count }
}

/** Mark Unpaid clears all that Mark Paid has set (contract 4.5). */
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

const toastFailure = (message: string) =>
  toast({ title: 'Error', description: message, variant: 'destructive' })

/** Not awaited: the dialog closes with the answer, the lists reload behind it. */
function invalidateMembers() {
  for (const list of ['/api/admin/members', '/api/members', '/api/admin/stats'])
    void queryClient.invalidateQueries({ queryKey: [list] })
}

export type PaymentsList = InfiniteList<ListedPayment>

/** The payments of a month or a financial year. */
export interface PaymentsFilter {
  /** yyyy-MM; undefined: the full year. */
  month: string | undefined
  /** The calendar year in which the financial year starts. */
  year: number
  /** null: payments without a mode; undefined: any mode. */
  mode: PaymentMode | null | undefined
}

/** Parses '2025-06', '2025.Cash' or '2025-06.none' from the URL; undefined for anything else. */
export function parsePaymentsFilter(param: string | null): PaymentsFilter | undefined {
  const [, period = '', modeName] =
    param?.match(/^(\d{4}(?:-(?:0[1-9]|1[0-2]))?)(?:\.(\w+))?$/) ?? []
  const mode = modeName === 'none' ? null : paymentModes.find((one) => one === modeName)
  if (period === '' || (modeName !== undefined && mode === undefined)) return undefined
  return {
    month: period.length > 4 ? period : undefined,
    year: Number(period.slice(0, 4)),
    mode,
  }
}

/** The active payments of a filter, newest first. */
export function paymentsList({ month, year, mode }: PaymentsFilter) {
  const { from, to } = month ? daysOf(month) : financialYearFrom(year)
  const filters = { from, to, mode: mode === null ? 'none' : mode }
  return infinitePathList<ListedPayment>({
    path: '/api/admin/payments',
    key: ['/api/admin/stats', 'payments', filters],
    filters,
    limit: 100,
  })
}

function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}
