/** Cheques that are received and not cleared. */
import type { HeldCheque } from '#features/ledger/answers.ts'
import type { ApiError } from '#platform/web/api/call.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import { longDate, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { AccountChangeAnswer } from '../answers.ts'
import * as endpoints from '../endpoints.ts'
import { recordedToast } from './payment-calls.ts'

/** 'Cheque 123456 of HDFC, ₹5,000, received 3 November 2026, not cleared'. */
export const chequeText = ({ number, bank, amount_paise, received_on }: HeldCheque): string =>
  `Cheque ${number} of ${bank}, ${formatRupees(amount_paise)}, received ${longDate(received_on)}, not cleared`

/** 'Cheque 123456 of HDFC, received 03/11/2026', beside its sum. */
export const chequeWithoutSum = ({ number, bank, received_on }: HeldCheque): string =>
  `Cheque ${number} of ${bank}, received ${numericDate(received_on)}`

/** 'Teak & Co, OEM2024001'. */
export const memberOf = ({ company_name, member_name, membership_number }: HeldCheque): string =>
  [company_name || member_name, membership_number].filter(Boolean).join(', ')

/** The dialog shows a refusal, except a 404: it closes with the cheque, so a toast shows that. */
const isShownInDialog = ({ status }: ApiError): boolean => status !== 404

/** The toast after a cheque was cleared; its payment may have been recorded before. */
const clearedToast = (answer: AccountChangeAnswer): ToastMessage => {
  const recorded = recordedToast(answer)
  if (!answer.was_recorded) return recorded
  const description = `Its payment was recorded before and counts once. ${recorded.description}`
  return { title: 'Cheque cleared', description: description.trim() }
}

export const useClearCheque = () =>
  useSave(endpoints.postChequeClearing, {
    success: clearedToast,
    failure: 'Failed to clear the cheque',
    showError: isShownInDialog,
  })

export const useReturnCheque = () =>
  useSave(endpoints.postChequeReturn, {
    success: 'The cheque is noted as returned',
    failure: 'Failed to note the return',
    showError: isShownInDialog,
  })

export const useRemoveCheque = () =>
  useSave(endpoints.deleteHeldCheque, {
    success: 'Cheque removed',
    failure: 'Failed to remove the cheque',
  })
