import { memberAndPaymentTags } from '#features/ledger/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  noticeAnswer,
  noticeLinksAnswer,
  noticePreviewAnswer,
  ownNoticeAnswer,
  ownRenewalAnswer,
  remindersAnswer,
  reportedPaymentAnswer,
  reportedPaymentsAnswer,
  sendingAnswer,
  sendingDetailsAnswer,
  sendingsAnswer,
} from './answers.ts'
import type {
  noticeDocumentRequest,
  noticePreviewRequest,
  noticeRequest,
  noticeSelection,
  noticeToken,
  reportedPaymentConfirmation,
  reportedPaymentRejection,
  reportedPaymentsQuery,
  reportWithdrawal,
  sendingsQuery,
  whatsappSent,
} from './contract.ts'

/** The notice that a private link opens. A POST, so that the token is in no URL. */
export const postNotice = endpoint<{ body: typeof noticeToken; answer: typeof noticeAnswer }>()(
  'POST /api/dues/notice',
  { tags: ['own-notice'] },
)

/** The notice as a PDF file. */
export const postNoticeDocument = endpoint<{ body: typeof noticeDocumentRequest }>()(
  'POST /api/dues/notice/pdf',
)

/** The member reports a payment: token, reference, amount, paid_on and an optional screenshot. */
export const postPaymentReport = endpoint<{ form: true; answer: typeof noticeAnswer }>()(
  'POST /api/dues/notice/report',
  { stale: ['own-notice'] },
)

/** The member takes back a report that is not decided; the answer is the notice. */
export const postReportWithdrawal = endpoint<{
  body: typeof reportWithdrawal
  answer: typeof noticeAnswer
}>()('POST /api/dues/notice/report/withdraw', { stale: ['own-notice'] })

/** The notice of the signed-in member. */
export const getOwnNotice = endpoint<{ answer: typeof ownNoticeAnswer }>()('GET /api/dues/mine', {
  tags: ['own-notice'],
})

/** When the membership of the signed-in member ends, if that is soon. */
export const getOwnRenewal = endpoint<{ answer: typeof ownRenewalAnswer }>()(
  'GET /api/dues/renewal',
  { tags: ['own-notice'] },
)

export const postNoticePreview = endpoint<{
  body: typeof noticePreviewRequest
  answer: typeof noticePreviewAnswer
}>()('POST /api/admin/dues/notices/preview')

export const postNotices = endpoint<{
  body: typeof noticeRequest
  idempotent: true
  answer: typeof sendingAnswer
}>()('POST /api/admin/dues/notices', { stale: ['dues-sendings', 'dues'] })

export const postNoticeLinks = endpoint<{
  body: typeof noticeSelection
  answer: typeof noticeLinksAnswer
}>()('POST /api/admin/dues/notices/links')

/** One PDF with the notices of the selected members. */
export const postNoticePrint = endpoint<{ body: typeof noticeSelection }>()(
  'POST /api/admin/dues/notices/print',
  { stale: ['dues-sendings'] },
)

export const postWhatsappSent = endpoint<{
  body: typeof whatsappSent
  idempotent: true
  answer: typeof sendingAnswer
}>()('POST /api/admin/dues/notices/whatsapp', { stale: ['dues-sendings'] })

export const getSendings = endpoint<{
  query: typeof sendingsQuery
  answer: typeof sendingsAnswer
}>()('GET /api/admin/dues/sendings', { tags: ['dues-sendings'] })

export const getSending = endpoint<{ answer: typeof sendingDetailsAnswer }>()(
  'GET /api/admin/dues/sendings/:id',
  { tags: ['dues-sendings'] },
)

export const getReminders = endpoint<{ answer: typeof remindersAnswer }>()(
  'GET /api/admin/dues/reminders',
  { tags: ['dues-sendings', 'dues'] },
)

export const getReportedPayments = endpoint<{
  query: typeof reportedPaymentsQuery
  answer: typeof reportedPaymentsAnswer
}>()('GET /api/admin/dues/reports', { tags: ['dues-reports', 'payments'] })

const decided = { stale: ['dues-reports', 'dues', ...memberAndPaymentTags] }

/** Records the payment, with its receipt. */
export const postReportedPaymentConfirmation = endpoint<{
  body: typeof reportedPaymentConfirmation
  answer: typeof reportedPaymentAnswer
}>()('POST /api/admin/dues/reports/:id/confirm', decided)

export const postReportedPaymentRejection = endpoint<{
  body: typeof reportedPaymentRejection
  answer: typeof reportedPaymentAnswer
}>()('POST /api/admin/dues/reports/:id/reject', decided)
