/** The calls of what administrators add to an account by hand. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { momentOf } from '#features/ledger/web/calls.ts'
import { refresh, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import type { Day } from '#shared/dates.ts'
import type { StateCode } from '#shared/india/states.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { AccountChangeAnswer } from '../answers.ts'
import * as endpoints from '../endpoints.ts'
import { showErrorInDialog } from './payment-calls.ts'

interface Versioned {
  updated_at: string | undefined
}

/** The values as typed; `to_year` is '' until it is changed. */
export interface TypedFee {
  amount: string
  from_year: string
  to_year: string
  reason: string
}

export const useSetOwnFee = (id: string) =>
  useSave((fee: TypedFee & Versioned) => send(endpoints.postOwnFee, { id, body: fee }), {
    success: 'Own fee saved',
    failure: "Failed to save the member's own fee",
    showError: showErrorInDialog,
    refresh: () => refresh(endpoints.postOwnFee),
  })

export const useRemoveOwnFee = (id: string) =>
  useSave((body: Versioned) => send(endpoints.postOwnFeeRemoval, { id, body }), {
    success: 'Own fee removed',
    failure: "Failed to remove the member's own fee",
    showError: showErrorInDialog,
    refresh: () => refresh(endpoints.postOwnFeeRemoval),
  })

export interface TypedTax {
  kind: 'receipt' | 'invoice' | 'exempt'
  rate?: string
  sac: string
  legend: string
  /** The code of a state; empty for that of the member. */
  place?: StateCode | ''
}

interface TypedCharge {
  label: string
  amount: string
  due_on: Day
  /** undefined: as dues are taxed. */
  tax: TypedTax | undefined
}

export const useAddCharge = (id: string) =>
  useSave((body: TypedCharge & Versioned) => send(endpoints.postCharge, { id, body }), {
    success: ({ account }: AccountChangeAnswer): ToastMessage => ({
      title: 'Charge added',
      description: `${formatRupees(account.owed_paise)} is owed now.`,
    }),
    failure: 'Failed to add the charge',
    showError: showErrorInDialog,
    refresh: () => refresh(endpoints.postCharge),
  })

interface TypedRefund {
  amount: string
  paid_on: Day
  mode: string
  reference: string
}

/** The notices about paying back this amount on this day. */
export const useRefundPreview = (
  id: string,
  { amount, paid_on }: Pick<TypedRefund, 'amount' | 'paid_on'>,
) =>
  useQuery({
    queryKey: ['refund preview', id, amount, paid_on],
    queryFn: ({ signal }) =>
      send(
        endpoints.postRefundPreview,
        { id, body: { amount, paid_at: momentOf(paid_on) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberAccount.tags },
  })

/** The notices about waiving this amount; not loaded while the amount is not possible. */
export const useWaiverPreview = (id: string, amount: string, isPossible: boolean) =>
  useQuery({
    queryKey: ['waiver preview', id, amount],
    queryFn: ({ signal }) =>
      send(endpoints.postWaiverPreview, { id, body: { amount } }, { signal }),
    enabled: isPossible,
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberAccount.tags },
  })

export const useRefund = (id: string) =>
  useSave(
    ({ paid_on, ...refund }: TypedRefund & Versioned) =>
      send(endpoints.postRefund, { id, body: { ...refund, paid_at: momentOf(paid_on) } }),
    {
      success: 'Credit paid back',
      failure: 'Failed to record the refund',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postRefund),
    },
  )

interface TypedDeduction {
  amount: string
  paid_on: Day
  certificate_number: string
}

/** What deducted tax would settle. */
export const useDeductionPreview = (
  id: string,
  { amount, paid_on }: Pick<TypedDeduction, 'amount' | 'paid_on'>,
) =>
  useQuery({
    queryKey: ['tax deduction preview', id, amount, paid_on],
    queryFn: ({ signal }) =>
      send(
        endpoints.postTaxDeductionPreview,
        { id, body: { amount, paid_at: momentOf(paid_on) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    meta: { tags: endpoints.getMemberAccount.tags },
  })

export const useDeduct = (id: string) =>
  useSave(
    ({ paid_on, ...deduction }: TypedDeduction & Versioned) =>
      send(endpoints.postTaxDeduction, { id, body: { ...deduction, paid_at: momentOf(paid_on) } }),
    {
      success: ({ entry }: AccountChangeAnswer): ToastMessage => ({
        title: `Receipt ${entry.receipt_number}`,
        description: 'The deducted tax is recorded.',
      }),
      failure: 'Failed to record the deducted tax',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postTaxDeduction),
    },
  )

export const useAddCertificate = (id: string, entryId: string) =>
  useSave(
    (body: { certificate_number: string } & Versioned) =>
      send(endpoints.postTaxCertificate, { id, entryId, body }),
    {
      success: 'Certificate recorded',
      failure: 'Failed to record the certificate',
      showError: showErrorInDialog,
      refresh: () => refresh(endpoints.postTaxCertificate),
    },
  )
