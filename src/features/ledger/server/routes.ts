import { findPerson } from '#features/members/server/queries.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { only } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { addDays } from '#shared/dates.ts'
import * as answers from '../answers.ts'
import { bulkPayment, bulkPaymentPreview, paymentMark, paymentsQuery } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { listPayments } from './accounts/totals-queries.ts'
import { previewBulkPayment, runBulkPayment } from './bulk/payments.ts'
import { listBulkPayments } from './bulk/queries.ts'
import { noSuchBatch, previewBulkUndo } from './bulk/undo-bulk-payment.ts'
import { markPayment, previewMark } from './payments/mark-paid.ts'
import { listEntryAnswers } from './queries.ts'

const notFound = noSuchMember().message

export const paymentRoutes = (world: World): Route[] => [
  ...memberRoutes(world),
  ...bulkRoutes(world),
]

const memberRoutes = (world: World): Route[] => [
  route(
    endpoints.putPayment,
    only('admin'),
    {
      summary: 'Mark a member paid or unpaid',
      body: paymentMark,
      answer: answers.markedAnswer,
      notFound,
    },
    async ({ caller, params, body }) => {
      const { member } = await markPayment(world, caller, params.id, body)
      return { id: member.id, updated_at: member.updated_at }
    },
  ),
  route(
    endpoints.postPaymentPreview,
    only('admin'),
    {
      summary: 'What Mark Paid would settle, or Mark Unpaid void',
      body: paymentMark,
      answer: answers.markPreviewAnswer,
      notFound,
    },
    ({ params, body }) => previewMark(world, params.id, body),
  ),
  route(
    endpoints.getMemberPayments,
    only('admin'),
    { summary: 'Payments and reversals of a member', answer: answers.ledgerAnswer, notFound },
    async ({ params }) => {
      if (!(await findPerson(world.db, params.id))) throw noSuchMember()
      return listEntryAnswers(world.db, params.id)
    },
  ),
  route(
    endpoints.getPayments,
    only('admin'),
    {
      summary: 'Active payments of a period',
      query: paymentsQuery,
      answer: answers.paymentsAnswer,
    },
    async ({ query: { from, to, mode, paid_for, limit, cursor }, c }) => {
      const filter = {
        from,
        to: addDays(to, 1),
        mode: mode === 'none' ? null : mode,
        paid_for,
        limit,
      }
      const page = await listPayments(world.db, filter, parseCursor(cursor))
      setPagingHeaders(c, page)
      return page.payments
    },
  ),
]

const bulkRoutes = (world: World): Route[] => [
  route(
    endpoints.postBulkPaymentPreview,
    only('admin'),
    {
      summary: 'Whom a payment of selected members would mark paid, and what it settles',
      body: bulkPaymentPreview,
      answer: answers.bulkPaymentPreviewAnswer,
    },
    ({ body }) => previewBulkPayment(world, body),
  ),
  route(
    endpoints.postBulkPayment,
    only('admin'),
    {
      summary: 'Mark selected members paid',
      body: bulkPayment,
      answer: answers.bulkPaymentAnswer,
    },
    ({ caller, body }) => runBulkPayment(world, caller, body),
  ),
  route(
    endpoints.getBulkPayments,
    only('admin'),
    { summary: 'The latest bulk payments', answer: answers.bulkPaymentBatchesAnswer },
    () => listBulkPayments(world.db),
  ),
  route(
    endpoints.postBulkPaymentUndoPreview,
    only('admin'),
    {
      summary: 'What undoing a bulk payment would do',
      answer: answers.bulkUndoPreviewAnswer,
      notFound: noSuchBatch().message,
    },
    ({ params }) => previewBulkUndo(world, params.id),
  ),
]
