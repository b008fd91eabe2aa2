import { z } from 'zod'
import { anotherPaymentReason, emailsReceipt, paymentMode } from '#features/ledger/contract.ts'
import { memberSelection } from '#features/members/contract.ts'
import { documentLanguageMessage, documentLanguages } from '#shared/association-details.ts'
import {
  calendarDay,
  multiLine,
  reference,
  required,
  requiredAmount,
  singleLine,
} from '#shared/fields.ts'
import { pageLimit } from '#shared/list-query.ts'

export const recipientsMessage = 'Please check the recipients first'
export const referenceMessage = 'Please enter the UTR or reference number'
const linkMessage = 'This link is incomplete. Please open the link in the newest email.'

/** POST /api/dues/notice: the token of a private link. */
export const noticeToken = z.object({ token: z.string(linkMessage).min(1, linkMessage).max(200) })

/** POST /api/dues/notice/pdf. */
export const noticeDocumentRequest = noticeToken.extend({
  language: z.enum(documentLanguages, documentLanguageMessage).optional(),
})

const dayMessage = 'Please choose the day of the payment'
const day = calendarDay(dayMessage)

/** The text fields of POST /api/dues/notice/report; the screenshot is a file beside them. */
export const paymentReport = noticeToken.extend({
  reference: required(reference(60), referenceMessage, 4),
  amount: requiredAmount,
  paid_on: day,
})
export type PaymentReport = z.output<typeof paymentReport>

/** POST /api/dues/notice/report/withdraw: a report that is not decided. */
export const reportWithdrawal = noticeToken.extend({ id: singleLine(64) })

/** POST /api/admin/dues/notices/preview; `include_recent` also sends to those who were mailed this week. */
export const noticePreviewRequest = z.object({
  selection: memberSelection,
  include_recent: z.boolean().default(false),
})

/** POST /api/admin/dues/notices; `count` is the number of recipients in the preview. */
export const noticeRequest = noticePreviewRequest.extend({
  count: z.int(recipientsMessage).min(1, 'There is no one to send to'),
})
export type NoticeRequest = z.output<typeof noticeRequest>

/** POST /api/admin/dues/notices/links and …/print. */
export const noticeSelection = z.object({ selection: memberSelection })

/** POST /api/admin/dues/notices/whatsapp: the message to this member was sent. */
export const whatsappSent = z.object({ person_id: singleLine(64) })

/** GET /api/admin/dues/sendings. */
export const sendingsQuery = z.object({
  limit: pageLimit(200, 'entries').default(50),
})

/** GET /api/admin/dues/reports: those that wait for a decision, or all. */
export const reportedPaymentsQuery = z.object({
  status: z.enum(['open', 'all'], 'Please choose open or all').default('open'),
})

/** POST /api/admin/dues/reports/{id}/confirm: the payment as the bank shows it. */
export const reportedPaymentConfirmation = z.object({
  amount: requiredAmount,
  mode: paymentMode,
  reference: required(reference(), referenceMessage),
  another_payment: anotherPaymentReason,
  paid_on: day,
  email_receipt: emailsReceipt,
})
export type ReportedPaymentConfirmation = z.output<typeof reportedPaymentConfirmation>

/** POST /api/admin/dues/reports/{id}/reject; the reason is mailed. */
export const reportedPaymentRejection = z.object({
  reason: required(multiLine(1000), 'Please say why the payment was not found'),
})
