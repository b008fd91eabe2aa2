import type { Context } from 'hono'
import { recordExportOf } from '#features/members/server/list/exported-people-queries.ts'
import { xlsxType } from '#platform/server/files/xlsx.ts'
import { only, signedIn } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import { sendStream } from '#platform/server/http/send-stream.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { type FinancialYear, yearNamed } from '#shared/financial-year.ts'
import {
  booksClosingAnswer,
  ownPaymentsAnswer,
  receiptSentAnswer,
  treatmentsAnswer,
} from '../../receipts/answers.ts'
import {
  booksClosing,
  type DayBookQuery,
  dayBookQuery,
  newTreatment,
  statementQuery,
  tallyQuery,
  type YearBookQuery,
  yearBookQuery,
} from '../../receipts/contract.ts'
import * as endpoints from '../../receipts/endpoints.ts'
import { closeBooks, readClosing } from './closing.ts'
import { dayBook } from '#features/reports/server/books/day-book.ts'
import { gstRegister } from '#features/reports/server/books/gst-register.ts'
import { printReceipt } from './print-receipt.ts'
import { listBookedMembers, listOwnPayments, listTreatments } from './queries.ts'
import { noReceipt } from './record.ts'
import { sendReceipt } from './send-receipt.ts'
import { noMember, printStatement } from './statement.ts'
import { tallyXml } from '#features/reports/server/books/tally-xml.ts'
import { addTreatment } from './treatments.ts'
import { yearBook } from '#features/reports/server/books/year-book.ts'

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
    endpoints.getDayBook,
    only('admin'),
    { summary: 'Payments and cancellations as a spreadsheet', query: dayBookQuery },
    ({ c, caller, query }) => sendDayBook(c, world, caller, query),
  ),
  route(
    endpoints.getYearBook,
    only('admin'),
    { summary: 'Payments and cancellations of a financial year with sums', query: yearBookQuery },
    ({ c, caller, query }) => sendYearBook(c, world, caller, query),
  ),
  ...accountantRoutes(world),
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

const accountantRoutes = (world: World): Route[] => [
  route(
    endpoints.getGstRegister,
    only('admin'),
    { summary: 'Tax invoices and credit notes of a financial year', query: yearBookQuery },
    async ({ c, caller, query: { year, format } }) => {
      const file = `gst-register-${year}.${format}` as const
      await recordBook(world, caller, file, yearOf(year))
      return sendStream(c, gstRegister(world.db, yearOf(year), format), fileHeaders(file))
    },
  ),
  route(
    endpoints.getTallyXml,
    only('admin'),
    {
      summary: 'Receipts, invoices, credit notes and journals of a financial year for Tally',
      query: tallyQuery,
    },
    async ({ c, caller, query: { year } }) => {
      const file = `tally-${year}.xml` as const
      await recordBook(world, caller, file, yearOf(year))
      return sendStream(c, tallyXml(world.db, yearOf(year), world.now()), fileHeaders(file))
    },
  ),
]

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: xlsxType,
  xml: 'application/xml; charset=utf-8',
}

const fileHeaders = (file: `${string}.${keyof typeof contentTypes}`): Record<string, string> => ({
  // Safe: the type of `file` ends with one of them.
  'Content-Type': contentTypes[file.split('.').at(-1) as keyof typeof contentTypes],
  'Content-Disposition': `attachment; filename="${file}"`,
})

/** Records the export of a book with the members whose money it has. */
async function recordBook(
  { db, now }: World,
  admin: Caller,
  file: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const range = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  const ids = await listBookedMembers(db, range)
  await recordExportOf(db, admin, { file, filter: { from, to }, ids }, now())
}

function yearOf(name: string): FinancialYear {
  const year = yearNamed(name)
  if (!year) throw new Error('the year has been checked by the schema')
  return year
}

const ownRoutes = (world: World): Route[] => [
  route(
    endpoints.getOwnPayments,
    signedIn(),
    { summary: "The caller's payments", answer: ownPaymentsAnswer },
    async ({ caller }) => {
      const payments = await listOwnPayments(world.db, caller.id)
      return payments.map((payment) => ({
        id: payment.id,
        receipt_number: payment.receipt_number ?? payment.office_receipt_number,
        has_receipt: payment.receipt_number !== null,
        is_cancelled: payment.cancelled_at !== null,
        amount_paise: payment.amount_paise,
        paid_at: payment.paid_at,
        valid_from: payment.valid_from,
        valid_to: payment.valid_to,
      }))
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

async function sendYearBook(
  c: Context,
  world: World,
  admin: Caller,
  { year: name, format }: YearBookQuery,
): Promise<Response> {
  const year = yearOf(name)
  const file = `year-book-${name}.${format}` as const
  await recordBook(world, admin, file, year)
  if (format === 'csv')
    return sendStream(c, await dayBook(world.db, { ...year, format }), fileHeaders(file))
  return c.body(new Uint8Array(await yearBook(world.db, year)), 200, fileHeaders(file))
}

async function sendDayBook(
  c: Context,
  world: World,
  admin: Caller,
  query: DayBookQuery,
): Promise<Response> {
  const { from, to, format } = query
  const file = `day-book-${from}-${to}.${format}` as const
  await recordBook(world, admin, file, query)
  return sendStream(c, await dayBook(world.db, query), fileHeaders(file))
}
