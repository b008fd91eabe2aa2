import type { bulkAnswer, bulkPreviewAnswer } from '#features/members/bulk.ts'
import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { ledgerAnswer, markedAnswer, markPreviewAnswer, paymentsAnswer } from './answers.ts'
import type {
  bulkPayment,
  bulkPaymentPreview,
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
  body: typeof paidMark
  answer: typeof markPreviewAnswer
}>()('POST /api/admin/members/:id/payment/preview')

/** Mark Paid with a part of the dues: the rest stays owed. */
export const postInstalment = endpoint<{ body: typeof paidMark; answer: typeof markedAnswer }>()(
  'POST /api/admin/members/:id/instalments',
  { stale: memberAndPaymentTags },
)

export const postBulkPaymentPreview = endpoint<{
  body: typeof bulkPaymentPreview
  answer: typeof bulkPreviewAnswer
}>()('POST /api/admin/bulk/payments/preview')

/** Marks a selection of members paid. */
export const postBulkPayment = endpoint<{ body: typeof bulkPayment; answer: typeof bulkAnswer }>()(
  'POST /api/admin/bulk/payments',
  { stale: memberAndPaymentTags },
)

export const getMemberPayments = endpoint<{ answer: typeof ledgerAnswer }>()(
  'GET /api/admin/members/:id/payments',
  { tags: ['payments'] },
)

export const getPayments = endpoint<{
  query: typeof paymentsQuery
  answer: typeof paymentsAnswer
}>()('GET /api/admin/payments', { tags: ['payments'] })
