import { endpoint } from '#shared/endpoint.ts'
import type {
  booksClosingAnswer,
  ownPaymentsAnswer,
  receiptSentAnswer,
  treatmentsAnswer,
} from './answers.ts'
import type { booksClosing, newTreatment, statementQuery } from './contract.ts'

/** A PDF file. */
export const getReceipt = endpoint()('GET /api/admin/payments/:id/receipt.pdf')

export const postReceiptMail = endpoint<{ answer: typeof receiptSentAnswer }>()(
  'POST /api/admin/payments/:id/receipt-mail',
)

export const getBooksClosing = endpoint<{ answer: typeof booksClosingAnswer }>()(
  'GET /api/admin/books/closing',
  { tags: ['books'] },
)

/** Closes the books up to a year, or reopens years. */
export const putBooksClosing = endpoint<{
  body: typeof booksClosing
  answer: typeof booksClosingAnswer
}>()('PUT /api/admin/books/closing', { stale: ['books'] })

export const getTreatments = endpoint<{ answer: typeof treatmentsAnswer }>()(
  'GET /api/admin/receipts/treatments',
  { tags: ['treatments'] },
)

export const postTreatment = endpoint<{
  body: typeof newTreatment
  answer: typeof treatmentsAnswer
}>()('POST /api/admin/receipts/treatments', { stale: ['treatments'] })

export const getOwnPayments = endpoint<{ answer: typeof ownPaymentsAnswer }>()(
  'GET /api/profile/payments',
  { tags: ['payments'] },
)

/** A PDF file: the statement of account of a member. */
export const getStatement = endpoint<{ query: typeof statementQuery }>()(
  'GET /api/admin/members/:id/statement.pdf',
)
export const getOwnStatement = endpoint<{ query: typeof statementQuery }>()(
  'GET /api/profile/statement.pdf',
)

/** A PDF file; of the caller's own payments only. */
export const getOwnReceipt = endpoint()('GET /api/profile/payments/:id/receipt.pdf')
