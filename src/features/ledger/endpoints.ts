import type { bulkAnswer } from '#features/members/bulk.ts'
import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  bulkPaymentAnswer,
  bulkPaymentBatchesAnswer,
  bulkPaymentPreviewAnswer,
  bulkUndoPreviewAnswer,
  heldChequeAnswer,
  heldChequesAnswer,
  ledgerAnswer,
  markedAnswer,
  markPreviewAnswer,
  paymentsAnswer,
} from './answers.ts'
import type {
  bulkPayment,
  bulkPaymentPreview,
  bulkPaymentUndo,
  heldCheque,
  heldChequesQuery,
  paidMark,
  paymentMark,
  paymentsQuery,
} from './contract.ts'

/** The tags of everything that shows members or their payments. */
export const memberAndPaymentTags = [...memberTags, 'payments']

/** Mark Paid and Mark Unpaid. */
export const putPayment = endpoint<{ body: typeof paymentMark; answer: typeof markedAnswer }>()(
  'PUT /api/admin/members/:id/payment',
  { stale: memberAndPaymentTags },
)

export const postPaymentPreview = endpoint<{
  body: typeof paymentMark
  answer: typeof markPreviewAnswer
}>()('POST /api/admin/members/:id/payment/preview')

/** Cheques that are received and not cleared, of one member or of all. */
export const getHeldCheques = endpoint<{
  query: typeof heldChequesQuery
  answer: typeof heldChequesAnswer
}>()('GET /api/admin/cheques', { tags: ['cheques'] })

/** Notes a cheque that is not cleared yet. */
export const postHeldCheque = endpoint<{
  body: typeof heldCheque
  answer: typeof heldChequeAnswer
}>()('POST /api/admin/members/:id/cheques', { stale: ['cheques', 'history'] })

/** Mark Paid with a part of the dues: the rest stays owed. */
export const postInstalment = endpoint<{ body: typeof paidMark; answer: typeof markedAnswer }>()(
  'POST /api/admin/members/:id/instalments',
  { stale: memberAndPaymentTags },
)

export const postBulkPaymentPreview = endpoint<{
  body: typeof bulkPaymentPreview
  answer: typeof bulkPaymentPreviewAnswer
}>()('POST /api/admin/bulk/payments/preview')

/** Marks a selection of members paid. */
export const postBulkPayment = endpoint<{
  body: typeof bulkPayment
  answer: typeof bulkPaymentAnswer
}>()('POST /api/admin/bulk/payments', { stale: memberAndPaymentTags })

/** The latest bulk payments. */
export const getBulkPayments = endpoint<{ answer: typeof bulkPaymentBatchesAnswer }>()(
  'GET /api/admin/bulk/payments',
  { tags: ['payments'] },
)

export const postBulkPaymentUndoPreview = endpoint<{ answer: typeof bulkUndoPreviewAnswer }>()(
  'POST /api/admin/bulk/payments/:id/undo/preview',
)

/** Voids the payments of a bulk action that still count. */
export const postBulkPaymentUndo = endpoint<{
  body: typeof bulkPaymentUndo
  answer: typeof bulkAnswer
}>()('POST /api/admin/bulk/payments/:id/undo', { stale: memberAndPaymentTags })

export const getMemberPayments = endpoint<{ answer: typeof ledgerAnswer }>()(
  'GET /api/admin/members/:id/payments',
  { tags: ['payments'] },
)

export const getPayments = endpoint<{
  query: typeof paymentsQuery
  answer: typeof paymentsAnswer
}>()('GET /api/admin/payments', { tags: ['payments'] })
