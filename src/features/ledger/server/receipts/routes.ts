import type { Context } from 'hono'
import type { Database } from '#platform/server/database/database.ts'
import { only, signedIn } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import type { World } from '#platform/server/world.ts'
import {
  booksClosingAnswer,
  type OwnPayment,
  ownPaymentsAnswer,
  receiptSentAnswer,
  treatmentsAnswer,
} from '../../receipts/answers.ts'
import { booksClosing, newTreatment, statementQuery } from '../../receipts/contract.ts'
import * as endpoints from '../../receipts/endpoints.ts'
import { takesAdvances } from '../../receipts/paper-balances.ts'
import { voidedPaymentSentence } from '../../receipts/voided-payments.ts'
import { closeBooks, readClosing } from './closing.ts'
import { printReceipt, readVoidedPayments } from './print-receipt.ts'
import { noMember, printStatement } from './print-statement.ts'
import { noReceipt } from './printable-receipt.ts'
import { listOwnPayments, type ReceiptEntry } from './queries.ts'
import { findContent } from './receipt-content.ts'
import { sendReceipt } from './send-receipt.ts'
import { listTreatments } from './treatment-queries.ts'
import { addTreatment } from './treatments.ts'

const notFound = noReceipt().message

export const receiptRoutes = (world: World): Route[] => [
  route(
    endpoints.getReceipt,
    only('admin'),
    { summary: 'The receipt of a payment, or of its cancellation, as PDF', notFound },
    ({ c, params, caller }) => sendReceiptPdf(c, world, params.id, { client: caller.id }),
  ),
  route(
    endpoints.postReceiptMail,
    only('admin'),
    { summary: 'Email a receipt to the member', answer: receiptSentAnswer, notFound },
    ({ params }) => sendReceipt(world, params.id),
  ),
  route(
    endpoints.getBooksClosing,
    only('admin'),
    { summary: 'The closed financial years', answer: booksClosingAnswer },
    () => readClosing(world.db),
  ),
  route(
    endpoints.putBooksClosing,
    only('admin'),
    { summary: 'Close or reopen financial years', body: booksClosing, answer: booksClosingAnswer },
    ({ caller, body }) => closeBooks(world, caller, body),
  ),
  route(
    endpoints.getTreatments,
    only('admin'),
    { summary: 'How payments are taxed, by date', answer: treatmentsAnswer },
    () => listTreatments(world.db),
  ),
  route(
    endpoints.postTreatment,
    only('admin'),
    {
      summary: 'Change how payments are taxed from a day on',
      body: newTreatment,
      answer: treatmentsAnswer,
    },
    ({ caller, body }) => addTreatment(world, caller, body),
  ),
  route(
    endpoints.getStatement,
    only('admin'),
    {
      summary: 'The statement of account of a member as PDF',
      query: statementQuery,
      notFound: noMember().message,
    },
    ({ c, params, query: { year }, caller }) =>
      sendStatement(c, world, params.id, { year, client: caller.id }),
  ),
  ...ownRoutes(world),
]

const ownRoutes = (world: World): Route[] => [
  route(
    endpoints.getOwnPayments,
    signedIn(),
    { summary: "The caller's payments", answer: ownPaymentsAnswer },
    async ({ caller }) => {
      const payments = await listOwnPayments(world.db, caller.id)
      return Promise.all(payments.map((payment) => readOwnPayment(world.db, payment)))
    },
  ),
  route(
    endpoints.getOwnStatement,
    signedIn(),
    {
      summary: "The caller's statement of account as PDF",
      query: statementQuery,
      notFound: noMember().message,
    },
    ({ c, query: { year }, caller: { id } }) => sendStatement(c, world, id, { year, client: id }),
  ),
  route(
    endpoints.getOwnReceipt,
    signedIn(),
    { summary: "The receipt of one of the caller's payments as PDF", notFound },
    ({ c, params, caller: { id } }) =>
      sendReceiptPdf(c, world, params.id, { ownedBy: id, client: id }),
  ),
]

async function readOwnPayment(db: Database, entry: ReceiptEntry): Promise<OwnPayment> {
  const { id, kind, receipt_number, office_receipt_number, cancelled_at, amount_paise } = entry
  const common = {
    id,
    receipt_number: receipt_number ?? office_receipt_number,
    has_receipt: receipt_number !== null,
    is_cancelled: cancelled_at !== null,
    amount_paise,
    paid_at: entry.paid_at,
    valid_from: entry.valid_from,
    valid_to: entry.valid_to,
  }
  if (kind === 'refund') return { ...common, paper: { kind, amount_paise: -amount_paise } }
  if (!takesAdvances(entry)) return common
  const paper = {
    kind: 'credit' as const,
    amount_paise: (await findContent(db, id))?.amount_paise ?? 0,
  }
  const unpaid = (await readVoidedPayments(db, entry)).map((charge) =>
    voidedPaymentSentence(charge, 'en'),
  )
  return { ...common, amount_paise: 0, paper, ...(unpaid.length > 0 && { unpaid }) }
}

async function sendStatement(
  c: Context,
  ...request: Parameters<typeof printStatement>
): Promise<Response> {
  const { filename, content } = await printStatement(...request)
  return sendPdf(c, filename, content)
}

async function sendReceiptPdf(
  c: Context,
  ...request: Parameters<typeof printReceipt>
): Promise<Response> {
  const { filename, content } = await printReceipt(...request)
  return sendPdf(c, filename, content)
}
