import { queryOptions } from '@tanstack/react-query'
import { queryOf, refresh, send, sendRaw } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { refetchUntilSent } from '#platform/web/mail/refetch-until-sent.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import * as endpoints from '../../notices/endpoints.ts'

/** The notice that a private link opens. */
export const noticeOf = (token: string) => queryOf(endpoints.postNotice, { body: { token } })

export const useNoticeDocument = (token: string) =>
  useDownload(
    (language: DocumentLanguage) =>
      sendRaw(endpoints.postNoticeDocument, { body: { token, language } }),
    {
      fallbackName: 'dues-notice.pdf',
      type: 'application/pdf',
      failure: 'Failed to download the notice',
    },
  )

/** Reports a payment; the answer is the notice with the report. */
export async function reportPayment(form: FormData, token: string) {
  form.append('token', token)
  const notice = await send(endpoints.postPaymentReport, { form })
  queryClient.setQueryData(noticeOf(token).queryKey, notice)
  void refresh(endpoints.postPaymentReport)
  return notice
}

/** Withdraws a report; the answer is the notice. */
export const useWithdrawReport = (token: string, onSuccess: () => void) =>
  useSave(endpoints.postReportWithdrawal, {
    success: 'Report withdrawn',
    failure: 'Failed to withdraw the report',
    onSuccess: (notice) => {
      queryClient.setQueryData(noticeOf(token).queryKey, notice)
      onSuccess()
    },
  })

/** The notice of the signed-in member. */
export const ownNotice = queryOf(endpoints.getOwnNotice, {})

/** The end of the signed-in member's membership, if it is soon. */
export const ownRenewal = queryOf(endpoints.getOwnRenewal, {})

/** Who would get a notice, read again each time the dialog opens. */
export const noticePreview = (ids: readonly string[], includesRecent: boolean) =>
  queryOptions({
    queryKey: [endpoints.postNoticePreview.path, ids, includesRecent],
    queryFn: ({ signal }) =>
      send(
        endpoints.postNoticePreview,
        { body: { selection: { ids: [...ids] }, include_recent: includesRecent } },
        { signal },
      ),
    gcTime: 0,
  })

export const useSendNotices = () =>
  useSave(endpoints.postNotices, { failure: 'Failed to send the notices' })

/** A sending with its members. */
export const sendingDetails = (id: string) => ({
  ...queryOf(endpoints.getSending, { id }),
  refetchInterval: refetchUntilSent,
})

export const sendings = queryOf(endpoints.getSendings, {})
export const nextReminders = queryOf(endpoints.getReminders, {})

export const openReportedPayments = queryOf(endpoints.getReportedPayments, {
  query: { status: 'open' },
})

export const useConfirmReportedPayment = (onSuccess: () => void) =>
  useSave(endpoints.postReportedPaymentConfirmation, {
    success: 'Payment recorded',
    failure: 'Failed to record the payment',
    onSuccess,
  })

export const useRejectReportedPayment = (onSuccess: () => void) =>
  useSave(endpoints.postReportedPaymentRejection, {
    success: 'Report rejected',
    failure: 'Failed to reject the report',
    onSuccess,
  })
