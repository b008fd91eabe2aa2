/** The calls that record, correct, waive and reverse payments: dialogs load them, lists do not. */

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ReversalReason } from '#features/ledger/contract.ts'
import { momentOf, referenceWithBank } from '#features/ledger/web/calls.ts'
import { refresh, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { queuedMailText } from '#platform/web/mail/queued-mail.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import type { Day } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { AccountChangeAnswer } from '../answers.ts'
import * as endpoints from '../endpoints.ts'

/** AccountDialog shows a refusal permanently, so no toast is needed. */
export const showErrorInDialog = (): boolean => true

/** A payment as typed; `paid_on` is yyyy-MM-dd. */
export interface TypedPayment {
  amount: string
  mode: string
  reference: string
  /** The bank of a cheque. */
  bank: string
  paid_on: Day
  /** Tax that the member deducted, beside the amount; '' for none. */
  tds: string
  /** The open charge that it is for; '' to derive it from the amount, or `dueFirst`. */
  charge_id: string
  /** True to mail the receipt to the member. */
  email_receipt: boolean
}

export const dueFirst = 'due first'

const chargeIdOf = (chosen: string) =>
  chosen === '' ? undefined : chosen === dueFirst ? null : chosen

export type PreviewFields = Pick<TypedPayment, 'amount' | 'paid_on'> &
  Partial<Pick<TypedPayment, 'tds' | 'charge_id' | 'mode' | 'reference'>> & {
    /** The id of the payment that it corrects. */
    corrects?: string
  }

/** What a payment would settle. */
export const useDuesPaymentPreview = (id: string, payment: PreviewFields) =>
  useQuery({
    queryKey: ['dues payment preview', id, payment],
    queryFn: ({ signal }) => {
      const { paid_on, charge_id = '', ...typed } = payment
      const body = { ...typed, charge_id: chargeIdOf(charge_id), paid_at: momentOf(paid_on) }
      return send(endpoints.postDuesPaymentPreview, { id, body }, { signal })
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberAccount.tags },
  })

/** The toast after a payment was recorded. */
export const recordedToast = ({
  entry,
  account,
  mail_queued,
}: AccountChangeAnswer): ToastMessage => ({
  title: entry.receipt_number ? `Receipt ${entry.receipt_number}` : 'Payment recorded',
  description: [
    mail_queued && queuedMailText(),
    account.owed_paise > 0 && `${formatRupees(account.owed_paise)} is still owed.`,
  ]
    .filter(Boolean)
    .join(' '),
})

export const useRecordPayment = (id: string) =>
  useSave(
    ({
      paid_on,
      bank,
      charge_id,
      ...payment
    }: TypedPayment & { another_payment?: string; updated_at: string | undefined }) =>
      send(endpoints.postDuesPayment, {
        id,
        body: {
          ...payment,
          charge_id: chargeIdOf(charge_id),
          reference: referenceWithBank(payment.mode, payment.reference, bank),
          paid_at: momentOf(paid_on),
        },
      }),
    {
      success: recordedToast,
      failure: 'Failed to record the payment',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postDuesPayment),
    },
  )

export const useWaive = (id: string) =>
  useSave(
    (waiver: { amount: string; reason: string; updated_at: string | undefined }) =>
      send(endpoints.postWaiver, { id, body: waiver }),
    {
      success: 'Dues waived',
      failure: 'Failed to waive the dues',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postWaiver),
    },
  )

export const useCorrect = (id: string, entryId: string) =>
  useSave(
    ({
      paid_on,
      ...payment
    }: Omit<TypedPayment, 'bank' | 'tds' | 'charge_id' | 'email_receipt'> & {
      another_payment?: string
      updated_at: string | undefined
    }) =>
      send(endpoints.postCorrection, {
        id,
        entryId,
        body: { ...payment, paid_at: momentOf(paid_on) },
      }),
    {
      success: ({ entry }: AccountChangeAnswer): ToastMessage => ({
        title: entry.receipt_number ? `Receipt ${entry.receipt_number}` : 'Payment corrected',
        description: 'It takes the place of the payment before.',
      }),
      failure: 'Failed to correct the payment',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postCorrection),
    },
  )

/** Why an entry is reversed, as typed. */
export interface TypedReversal {
  reason: ReversalReason
  /** For another reason. */
  note: string
  /** What the bank took, in rupees; '' for nothing. */
  bank_fee: string
  /** Of a payment that bounced: the day of the return. */
  returned_on?: Day
  email_member: boolean
}

const reversalBody = <Typed extends Omit<TypedReversal, 'email_member'>>({
  note,
  ...typed
}: Typed) => ({
  ...typed,
  ...(typed.reason === 'other' && { note }),
})

/** What reversing an entry would do, whether or not the member is emailed; null asks for nothing. */
export const useReversalPreview = (
  id: string,
  entryId: string,
  typed: Omit<TypedReversal, 'email_member'> | null,
) =>
  useQuery({
    queryKey: ['reversal preview', id, entryId, typed],
    queryFn: typed
      ? ({ signal }) =>
          send(
            endpoints.postEntryCancellationPreview,
            { id, entryId, body: reversalBody(typed) },
            { signal },
          )
      : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberAccount.tags },
  })

export const useReverse = (id: string, entryId: string) =>
  useSave(
    ({ updated_at, ...typed }: TypedReversal & { updated_at: string | undefined }) =>
      send(endpoints.postEntryCancellation, {
        id,
        entryId,
        body: { ...reversalBody(typed), updated_at },
      }),
    {
      success: ({ entry, account, mail_queued }: AccountChangeAnswer): ToastMessage => ({
        title: entry.receipt_number ? `Reversed: ${entry.receipt_number}` : 'Reversed',
        description: [
          account.owed_paise > 0 && `${formatRupees(account.owed_paise)} is owed now.`,
          mail_queued && queuedMailText(),
        ]
          .filter(Boolean)
          .join(' '),
      }),
      failure: 'Failed to reverse it',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postEntryCancellation),
    },
  )
