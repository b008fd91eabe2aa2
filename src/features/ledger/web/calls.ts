import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Member } from '#features/members/answers.ts'
import { memberDetails } from '#features/members/web/calls.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { type InfiniteList, infiniteList } from '#platform/web/table/loading/infinite-list.ts'
import {
  addDays,
  type Day,
  firstOfMonth,
  type Instant,
  isoDay,
  momentOnDay,
  numericDate,
} from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import type { ListedPayment } from '../answers.ts'
import * as endpoints from '../endpoints.ts'
import { type PaymentMode, paymentModes } from '../payment-modes.ts'

/** The values of the Mark Paid form as typed; those that are sent have their payload names (contract 3.9). */
export interface PaidValues {
  paymentAmount: string
  paymentMode: string
  paymentRef: string
  membership_valid_from: Day
  membership_valid_to: Day
  paid_on: Day
  /** The bank of a cheque. */
  bank: string
}

/** When money was paid whose day was typed. */
export const momentOf = (day: Day): Instant => momentOnDay(day, new Date())

/** The reference of a payment as it is stored: a cheque has the number and the name of its bank. */
export const referenceWithBank = (mode: string, reference: string, bank: string): string =>
  [reference.trim(), mode === 'Cheque' && bank.trim()].filter(Boolean).join(' ')

/** What Mark Paid sends. */
export const paidBody = ({ paid_on, bank, ...paid }: PaidValues) => ({
  ...paid,
  payment_status: true as const,
  paymentRef: referenceWithBank(paid.paymentMode, paid.paymentRef, bank),
  payment_date: momentOf(paid_on),
})

/** What Mark Paid would settle; waits for a valid form. */
export const useMarkPreview = (id: string, paid: PaidValues, isValid: boolean) => {
  const { paymentRef: _reference, ...values } = paid
  return useQuery({
    queryKey: ['payment preview of member', id, values],
    queryFn: ({ signal }) =>
      send(endpoints.postPaymentPreview, { id, body: paidBody(paid) }, { signal }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberPayments.tags },
  })
}

/** What Mark Unpaid would void. */
export const useUnpaidPreview = (member: Member) => {
  const { id, body } = unpaidMark(member)
  return useQuery({
    queryKey: ['payment preview of member', id, 'unpaid'],
    queryFn: ({ signal }) => send(endpoints.postPaymentPreview, { id, body }, { signal }),
    gcTime: 0,
    meta: { tags: endpoints.getMemberPayments.tags },
  })
}

/** The payments and reversals of a member, newest first. */
export const memberPayments = (id: string) => ({
  ...queryOf(endpoints.getMemberPayments, { id }),
  refetchOnMount: 'always' as const,
})

const success = 'Payment status updated successfully'
const fallback = 'Failed to update payment status'

/** Reads a member again; a member that cannot be read is returned unchanged. */
export const readMember = (member: Member): Promise<Member> =>
  queryClient.fetchQuery({ ...memberDetails(member.id), staleTime: 0 }).catch(() => member)

/** Whether a payment was refused because another member's payment has its reference. */
export const isReferenceTaken = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'reference-taken'

/**
 * The refusal because of a taken reference; `isSent` is true while the form has the reference that was sent, since
 * another reference may be free.
 */
export const refusalOfReference = (error: Error | null, isSent: boolean): ApiError | undefined =>
  isSent && isReferenceTaken(error) ? error : undefined

/** The button that records a payment whose reference another payment has, once a reason is given. */
export const recordAnotherLabel = 'Record it as another payment'

/** The reason is long enough for the server. */
export const isReason = (reason: string): boolean => reason.trim().length >= 3

interface MarkPaid {
  member: Member
  paid: PaidValues
  /** True to mail the receipt to the member. */
  emailsReceipt: boolean
  /** The amount is a part of the dues; the rest stays owed. */
  isInstalment: boolean
  /** Why it is another payment than another member's with the same reference. */
  another_payment?: string
}

export const useMarkPaid = () =>
  useSave(
    ({
      member: { id, updated_at },
      paid,
      emailsReceipt,
      isInstalment,
      another_payment,
    }: MarkPaid) =>
      send(isInstalment ? endpoints.postInstalment : endpoints.putPayment, {
        id,
        body: {
          ...paidBody(paid),
          updated_at,
          ...(another_payment !== undefined && { another_payment }),
          ...(emailsReceipt && { email_receipt: true }),
        },
      }),
    {
      success: (_answer, { member: { membership_valid_to: last }, paid }) =>
        last && last > paid.membership_valid_to
          ? `${success}. The member’s validity stays until ${numericDate(last)}.`
          : success,
      failure: fallback,
      // The dialog asks why it is another payment.
      showError: isReferenceTaken,
      refresh: () => refresh(endpoints.putPayment),
    },
  )

/** Why a member could not be marked paid. */
export const markPaidFailure = (error: Error): string => errorMessage(error, fallback)

/** Mark Unpaid clears all that Mark Paid has set (contract 4.5). */
export const useMarkUnpaid = () => useSave(endpoints.putPayment, { success, failure: fallback })

/** What Mark Unpaid sends. */
export const unpaidMark = ({ id, updated_at }: Member) => {
  const cleared = {
    membership_valid_from: null,
    membership_valid_to: null,
    payment_date: null,
    paymentAmount: null,
    paymentMode: null,
    paymentRef: null,
  }
  return { id, body: { payment_status: false as const, ...cleared, updated_at } }
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
  const mode =
    modeName === 'none' ? null : paymentModes.find((paymentMode) => paymentMode === modeName)
  if (period === '' || (modeName !== undefined && mode === undefined)) return undefined
  return {
    month: period.length > 4 ? period : undefined,
    year: Number(period.slice(0, 4)),
    mode,
  }
}

/** The active payments of a filter that paid dues, newest first. */
export function paymentsList(filter: PaymentsFilter) {
  const { from, to } = daysOfFilter(filter)
  const mode = filter.mode === null ? 'none' : filter.mode
  const query = { from, to, mode, paid_for: 'dues' }
  return infiniteList(endpoints.getPayments, { query, limit: 100 })
}

/** The first and the last day of a filter. */
export function daysOfFilter({ month, year }: Pick<PaymentsFilter, 'month' | 'year'>): {
  from: Day
  to: Day
} {
  if (month === undefined) return financialYearFrom(year)
  const from = isoDay(new Date(month))
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) }
}
