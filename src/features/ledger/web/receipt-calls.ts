import { useQuery } from '@tanstack/react-query'
import { queryOf, sendRaw } from '#platform/web/api/client.ts'
import { type SaveOptions, useSave } from '#platform/web/form/use-save.ts'
import { queuedMailText } from '#platform/web/mail/queued-mail.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import { type Day, isoDay } from '#shared/dates.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { futurePaymentMessage } from '../contract.ts'
import { dayRefusal, yearRefusal } from '../payment-days.ts'
import type { TreatmentAnswer } from '../receipts/answers.ts'
import * as endpoints from '../receipts/endpoints.ts'

export const ownPayments = {
  ...queryOf(endpoints.getOwnPayments, {}),
  refetchOnMount: 'always' as const,
}

const pdf = {
  fallbackName: 'receipt.pdf',
  type: 'application/pdf',
  failure: 'Failed to download the receipt',
}

/** Downloads the receipt of a payment; members get their own payments only. */
export const useReceiptDownload = () =>
  useDownload((id: string) => sendRaw(endpoints.getReceipt, { id }), pdf)
export const useOwnReceiptDownload = () =>
  useDownload((id: string) => sendRaw(endpoints.getOwnReceipt, { id }), pdf)

const statementPdf = {
  fallbackName: 'statement.pdf',
  type: 'application/pdf',
  failure: 'Failed to download the statement of account',
}

/** Downloads a statement of account; of all years for ''. */
export const useStatement = (id: string) =>
  useDownload(
    (year: string) => sendRaw(endpoints.getStatement, { id, query: { year } }),
    statementPdf,
  )
export const useOwnStatement = () =>
  useDownload(
    (year: string) => sendRaw(endpoints.getOwnStatement, { query: { year } }),
    statementPdf,
  )

export const useSendReceipt = () =>
  useSave(endpoints.postReceiptMail, {
    success: ({ email }) => queuedMailText(email),
    failure: 'Failed to email the receipt',
  })

export const booksClosing = queryOf(endpoints.getBooksClosing, {})

export const useCloseBooks = (
  success: string,
  onSuccess: () => void,
  showError?: SaveOptions<unknown, unknown>['showError'],
) =>
  useSave(endpoints.putBooksClosing, {
    success,
    onSuccess,
    showError,
    failure: "Couldn't change the closed years",
  })

/** Says what is wrong with the day of a payment, yyyy-MM-dd and '' for none, to be shown at its field. */
export function usePaymentDayProblem(): (day: Day) => string | undefined {
  const { data } = useQuery(booksClosing)
  return (day) => {
    if (!day) return 'Please choose the day of the payment'
    if (day > isoDay(new Date())) return futurePaymentMessage
    return data && dayRefusal(day, data)
  }
}

/** Says of the day on which a charge is due, yyyy-MM-dd and '' for none, that its year is closed. */
export function useDueDayProblem(): (day: Day) => string | undefined {
  const { data } = useQuery(booksClosing)
  return (day) => (data && day ? yearRefusal(financialYearOf(day).name, data) : undefined)
}

export const treatments = {
  ...queryOf(endpoints.getTreatments, {}),
  refetchOnMount: 'always' as const,
}

export const useAddTreatment = (
  options: Pick<SaveOptions<unknown, TreatmentAnswer[]>, 'showError' | 'onSuccess'>,
) =>
  useSave(endpoints.postTreatment, {
    ...options,
    success: 'Tax treatment saved',
    failure: 'Failed to save the tax treatment',
  })
