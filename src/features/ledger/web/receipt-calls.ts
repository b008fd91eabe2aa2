import { useQuery } from '@tanstack/react-query'
import { queryOf, sendRaw } from '#platform/web/api/client.ts'
import { type SaveOptions, useSave } from '#platform/web/form/use-save.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import { isoDay } from '#shared/dates.ts'
import { futurePaymentMessage } from '../contract.ts'
import { refusedDay } from '../payment-days.ts'
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
    success: ({ email }) => `Receipt queued for ${email}`,
    failure: 'Failed to email the receipt',
  })

export interface DayBook {
  from: string
  to: string
  format: 'xlsx' | 'csv'
}

export const useDayBook = () =>
  useDownload((query: DayBook) => sendRaw(endpoints.getDayBook, { query }), {
    fallbackName: 'day-book.xlsx',
    type: 'application/octet-stream',
    failure: 'Failed to download the day book',
  })

export const useYearBook = () =>
  useDownload(
    (query: { year: string; format: DayBook['format'] }) =>
      sendRaw(endpoints.getYearBook, { query }),
    {
      fallbackName: 'year-book.xlsx',
      type: 'application/octet-stream',
      failure: 'Failed to download the year book',
    },
  )

export const useGstRegister = () =>
  useDownload(
    (query: { year: string; format: DayBook['format'] }) =>
      sendRaw(endpoints.getGstRegister, { query }),
    {
      fallbackName: 'gst-register.xlsx',
      type: 'application/octet-stream',
      failure: 'Failed to download the GST register',
    },
  )

export const useTallyXml = () =>
  useDownload((query: { year: string }) => sendRaw(endpoints.getTallyXml, { query }), {
    fallbackName: 'tally.xml',
    type: 'application/xml',
    failure: 'Failed to download the file for Tally',
  })

export const booksClosing = queryOf(endpoints.getBooksClosing, {})

export const useCloseBooks = (
  success: string,
  onSuccess: () => void,
  showError?: SaveOptions<unknown, unknown>['showError'],
) =>
  useSave(endpoints.putBooksClosing, {
    ...{ success, onSuccess, showError },
    failure: "Couldn't change the closed years",
  })

/** Says what is wrong with the day of a payment, yyyy-MM-dd and '' for none, to be shown at its field. */
export function usePaymentDayProblem(): (day: string) => string | undefined {
  const { data } = useQuery(booksClosing)
  return (day) => {
    if (day === '') return 'Please choose the day of the payment'
    if (day > isoDay(new Date())) return futurePaymentMessage
    return data && refusedDay(day, data)
  }
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
