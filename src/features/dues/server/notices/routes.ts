import { filesByKind } from '#platform/server/files/upload-form.ts'
import { visitorFrom } from '#platform/server/files/uploader.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { withForm } from '#platform/server/http/multipart.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import {
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
} from '../../notices/answers.ts'
import {
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
} from '../../notices/contract.ts'
import * as endpoints from '../../notices/endpoints.ts'
import {
  confirmReportedPayment,
  noSuchReportedPayment,
  readReportedPayments,
  rejectReportedPayment,
  withdrawReport,
} from './decide-reported-payment.ts'
import { findByToken } from './link.ts'
import { noticeLinks, printedNotices, recordWhatsapp } from './manual-sendings.ts'
import { readNotice, readOwnNotice } from './notice.ts'
import { readOwnRenewal } from './own-renewal.ts'
import { noticePrinter } from './proforma.ts'
import { previewReminders } from './reminders.ts'
import { reminderDaysOf } from './reminders-task.ts'
import { renderNotices } from './render-notices.ts'
import { reportPayment } from './report-payment.ts'
import { previewNotices, sendNotices } from './send.ts'
import { findSending, noSuchSending, readSendings, withMembers } from './sendings.ts'

export const noticeRoutes = (world: World): Route[] => [
  ...linkRoutes(world),
  ...sendingRoutes(world),
  ...manualSendingRoutes(world),
  ...reportRoutes(world),
]

/** Members open their notice by its private link, without signing in. */
const linkRoutes = (world: World): Route[] => [
  route(
    endpoints.postNotice,
    anyone(),
    {
      summary: 'The dues notice that a private link opens',
      body: noticeToken,
      answer: noticeAnswer,
    },
    async ({ body: { token }, c }) => {
      await enforceLimit(world.db, limits.noticesOpened, c.var.request.client, world.now())
      return readNotice(world.db, world, await findByToken(world.db, world, token))
    },
  ),
  route(
    endpoints.postNoticeDocument,
    anyone(),
    { summary: 'The dues notice as a PDF', body: noticeDocumentRequest },
    async ({ body: { token, language }, c }) => {
      await enforceLimit(world.db, limits.noticeDocuments, c.var.request.client, world.now())
      const owner = await findByToken(world.db, world, token)
      const notice = await readNotice(world.db, world, owner)
      const print = await noticePrinter(world.db, world, [owner.member.id])
      const localised = { ...notice, language: language ?? notice.language }
      const page = print(localised, owner.member)
      const bytes = await renderNotices(world, [page], owner.member.id)
      return sendPdf(c, `dues-notice-${notice.reference}.pdf`, bytes)
    },
  ),
  route(
    endpoints.postPaymentReport,
    anyone(),
    {
      summary: 'Report a payment of dues',
      form: {
        token: 'text',
        reference: 'text',
        amount: 'text',
        paid_on: 'text',
        paymentScreenshot: 'file',
      },
      answer: noticeAnswer,
    },
    ({ c }) => {
      const { client } = c.var.request
      const uploader = visitorFrom(client)
      const kindOf = (field: string) =>
        field === 'paymentScreenshot' ? ('paymentScreenshot' as const) : undefined
      const before = async () => {
        await enforceLimit(world.db, limits.noticesOpened, client, world.now())
        await world.files.assertOpen(uploader, world.now())
      }
      return withForm(c, { files: filesByKind(world.files, uploader, kindOf), before }, (form) =>
        reportPayment(world, form, client),
      )
    },
  ),
  route(
    endpoints.postReportWithdrawal,
    anyone(),
    {
      summary: 'Withdraw the report of a payment that is not decided',
      body: reportWithdrawal,
      answer: noticeAnswer,
    },
    async ({ body: { token, id }, c }) => {
      await enforceLimit(world.db, limits.noticesOpened, c.var.request.client, world.now())
      const owner = await findByToken(world.db, world, token)
      await withdrawReport(world, owner.member.id, id)
      return readNotice(world.db, world, owner)
    },
  ),
  route(
    endpoints.getOwnNotice,
    only('oem', 'vendor'),
    { summary: 'Your dues notice', answer: ownNoticeAnswer },
    ({ caller }) => readOwnNotice(world, caller.id),
  ),
  route(
    endpoints.getOwnRenewal,
    only('oem', 'vendor'),
    { summary: 'The end of your membership, if it is soon', answer: ownRenewalAnswer },
    ({ caller }) => readOwnRenewal(world, caller.id),
  ),
]

const sendingRoutes = (world: World): Route[] => [
  route(
    endpoints.postNoticePreview,
    only('admin'),
    {
      summary: 'Who would get a dues notice by email, and who not',
      body: noticePreviewRequest,
      answer: noticePreviewAnswer,
    },
    ({ body }) => previewNotices(world, body),
  ),
  route(
    endpoints.postNotices,
    only('admin'),
    {
      summary: 'Email dues notices to selected members',
      body: noticeRequest,
      idempotent: true,
      answer: sendingAnswer,
      status: 201,
    },
    ({ caller, body, idempotencyKey }) => sendNotices(world, caller, body, idempotencyKey),
  ),
  route(
    endpoints.getSendings,
    only('admin'),
    { summary: 'The log of notices and reminders', query: sendingsQuery, answer: sendingsAnswer },
    ({ query: { limit } }) => readSendings(world.db, limit),
  ),
  route(
    endpoints.getSending,
    only('admin'),
    {
      summary: 'Who got a notice, and why others did not',
      answer: sendingDetailsAnswer,
      record: { find: (id) => findSending(world.db, id), missing: noSuchSending },
    },
    ({ record }) => withMembers(world.db, record),
  ),
  route(
    endpoints.getReminders,
    only('admin'),
    { summary: 'Whom the next reminders would reach', answer: remindersAnswer },
    () => previewReminders(world, reminderDaysOf(world)),
  ),
]

const manualSendingRoutes = (world: World): Route[] => [
  route(
    endpoints.postNoticeLinks,
    only('admin'),
    {
      summary: 'Messages for WhatsApp with private links',
      body: noticeSelection,
      answer: noticeLinksAnswer,
    },
    ({ caller, body }) => noticeLinks(world, caller, body.selection),
  ),
  route(
    endpoints.postNoticePrint,
    only('admin'),
    { summary: 'The dues notices of selected members as one PDF', body: noticeSelection },
    async ({ caller, body, c }) => {
      const notices = await printedNotices(world, caller, body.selection)
      return sendPdf(c, 'dues-notices.pdf', await renderNotices(world, notices, caller.id))
    },
  ),
  route(
    endpoints.postWhatsappSent,
    only('admin'),
    {
      summary: 'Record that a WhatsApp message was sent',
      body: whatsappSent,
      idempotent: true,
      answer: sendingAnswer,
      status: 201,
    },
    ({ caller, body, idempotencyKey }) =>
      recordWhatsapp(world, caller, body.person_id, idempotencyKey),
  ),
]

const reportRoutes = (world: World): Route[] => [
  route(
    endpoints.getReportedPayments,
    only('admin'),
    {
      summary: 'Payments reported by members',
      query: reportedPaymentsQuery,
      answer: reportedPaymentsAnswer,
    },
    ({ query }) => readReportedPayments(world, query),
  ),
  route(
    endpoints.postReportedPaymentConfirmation,
    only('admin'),
    {
      summary: 'Confirm a reported payment: records it with its receipt',
      body: reportedPaymentConfirmation,
      answer: reportedPaymentAnswer,
      notFound: noSuchReportedPayment().message,
    },
    ({ caller, params, body }) => confirmReportedPayment(world, caller, params.id, body),
  ),
  route(
    endpoints.postReportedPaymentRejection,
    only('admin'),
    {
      summary: 'Reject a reported payment; the reason is mailed',
      body: reportedPaymentRejection,
      answer: reportedPaymentAnswer,
      notFound: noSuchReportedPayment().message,
    },
    ({ caller, params, body }) => rejectReportedPayment(world, caller, params.id, body.reason),
  ),
]
