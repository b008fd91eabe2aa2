/**
 * The GST register of a financial year: its tax invoices, bills of supply and credit
 * notes, for the returns of the accountant.
 */
import {
  type AdjustedAdvance,
  adjustedBy,
  cancelledParts,
  type LineTax,
  type ReceiptContent,
  taxesOf,
} from '#features/ledger/receipts/content.ts'
import {
  documentsOf,
  documentsOfAdvance,
  memberOfAdvance,
  type PaperDocument,
} from '#features/ledger/receipts/documents.ts'
import { percent, type TaxKind } from '#features/ledger/receipts/tax.ts'
import { isPaperOfGst } from '#features/ledger/server/receipts/invoice-numbers.ts'
import { streamOfChunks } from '#platform/server/core/web-stream.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type XlsxCell, type XlsxColumn, xlsxStream } from '#platform/server/files/xlsx.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { isDay, numericDate } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import { negative } from '#shared/rupees.ts'
import type { YearBookQuery } from '../../books/contract.ts'
import { issuedPapers } from './papers.ts'

const columns = [
  { heading: 'Date', kind: 'day', width: 12 },
  { heading: 'Document', kind: 'text', width: 24 },
  { heading: 'Number', kind: 'text', width: 20 },
  { heading: 'Against Invoice', kind: 'text', width: 20 },
  { heading: 'Invoice Date', kind: 'day', width: 12 },
  { heading: 'GSTIN', kind: 'text', width: 18 },
  { heading: 'Name', kind: 'text', width: 32 },
  { heading: 'Type', kind: 'text', width: 8 },
  { heading: 'Place of Supply', kind: 'text', width: 22 },
  { heading: 'SAC', kind: 'text', width: 10 },
  { heading: 'Rate (%)', kind: 'text', width: 9 },
  { heading: 'Taxable Value (₹)', kind: 'money', width: 16 },
  { heading: 'CGST (₹)', kind: 'money', width: 14 },
  { heading: 'SGST/UTGST (₹)', kind: 'money', width: 14 },
  { heading: 'IGST (₹)', kind: 'money', width: 14 },
  { heading: 'Exempt (₹)', kind: 'money', width: 14 },
  { heading: 'No Supply (₹)', kind: 'money', width: 14 },
  { heading: 'Total (₹)', kind: 'money', width: 16 },
  { heading: 'Paid On', kind: 'day', width: 12 },
] as const satisfies readonly XlsxColumn[]

/**
 * A workbook or a CSV file, with a row for each tax of a paper. Cancellations are negative; the last row has the sums.
 */
export function gstRegister(
  db: Database,
  year: FinancialYear,
  format: YearBookQuery['format'],
): ReadableStream {
  const rows = registerRows(db, year)
  return format === 'xlsx' ? xlsxStream(`GST ${year.name}`, columns, rows) : csvStream(rows)
}

async function* registerRows(db: Database, year: FinancialYear): AsyncGenerator<XlsxCell[]> {
  const sums = [0, 0, 0, 0, 0, 0, 0]
  for await (const { content } of issuedPapers(db, year)) {
    const { gstin } = content.association
    const rows = documentsOf(content).flatMap((document) =>
      isPaperOfGst(document.tax, gstin)
        ? byInvoice(document).flatMap(({ of, taxes }) =>
            taxes.map((tax) => ({ facts: factsOf(of, tax), amounts: amountsOf(document, tax) })),
          )
        : [],
    )
    for (const adjusted of adjustedBy(content))
      for (const tax of adjusted.taxes)
        if (isPaperOfGst(tax, gstin) && !(adjusted.note && tax.kind === 'invoice'))
          rows.push({
            facts: adjustedFacts(content, adjusted, tax),
            amounts: amountsOf(content, tax).map((paise) => negative(paise)),
          })
    for (const { facts, amounts } of rows) {
      for (const [index, paise] of amounts.entries()) sums[index] = (sums[index] ?? 0) + paise
      yield [...facts, ...amounts.map((paise) => paise / 100), content.paid_on]
    }
  }
  yield ['', 'Total', ...Array<null>(9).fill(null), ...sums.map((paise) => paise / 100), null]
}

/** A credit note of several invoices has rows for each. */
function byInvoice(content: PaperDocument): { of: PaperDocument; taxes: LineTax[] }[] {
  const parts = cancelledParts(content)
  if (parts.length < 2) return [{ of: content, taxes: taxesOf(content) }]
  return parts.map(({ number, issued_on, taxes }) => ({
    of: { ...content, cancels: number, cancels_on: issued_on },
    // The exempt part is on the document that cancels the bill of supply.
    taxes: content.beside ? taxes.filter(({ kind }) => kind !== 'exempt') : taxes,
  }))
}

/** An advance on an earlier paper, which the paper of the charge that it pays reverses (decision 109). */
const adjustedFacts = (
  content: ReceiptContent,
  advance: AdjustedAdvance,
  tax: LineTax,
): XlsxCell[] => {
  const { issued_on } = advance
  const member = memberOfAdvance(content, advance)
  const [number = advance.number] = documentsOfAdvance({ ...advance, taxes: [tax] })
  const [day, , own, , , ...facts] = factsOf({ ...content, member }, tax)
  const what = content.cancels === null ? 'Advance adjusted' : 'Advance adjusted, cancelled'
  return [day ?? null, what, own ?? null, number, issued_on, ...facts]
}

const documents = {
  invoice: { issued: 'Invoice', cancelled: 'Credit note' },
  bill: { issued: 'Bill of supply', cancelled: 'Bill of supply cancelled' },
} as const

/** Notes for the advances of earlier invoices: their sums in Tally are in journals. */
const notes = { credit: 'Credit note of an advance', debit: 'Debit note of an advance' } as const

function factsOf(
  { issued_on, number, cancels, member, tax, note, ...content }: PaperDocument,
  { kind, sac, rate, place_of_supply }: LineTax,
): XlsxCell[] {
  const document = documents[tax.kind === 'invoice' ? 'invoice' : 'bill']
  return [
    issued_on,
    note ? notes[note.kind] : cancels === null ? document.issued : document.cancelled,
    number,
    cancels,
    content.cancels_on,
    member.gstin,
    member.company_name || member.name,
    member.gstin ? 'B2B' : 'B2C',
    place_of_supply ?? tax.place_of_supply,
    sac,
    kind === 'invoice' ? percent(rate) : '',
  ]
}

/** Taxable value, CGST, SGST or UTGST, IGST, exempt value, what is no supply and the total in paise. */
function amountsOf(
  { cancels, note }: PaperDocument,
  { kind, taxable_paise, cgst_paise, sgst_paise, igst_paise, amount_paise }: LineTax,
): number[] {
  const of = (one: TaxKind, amount: number) => (kind === one ? amount : 0)
  const taxes = [of('invoice', taxable_paise), cgst_paise, sgst_paise, igst_paise]
  const untaxed = [of('exempt', amount_paise), of('receipt', amount_paise)]
  const paise = [...taxes, ...untaxed, amount_paise]
  const isCharged = cancels === null || note?.kind === 'debit'
  return isCharged ? paise : paise.map((amount) => negative(amount))
}

function csvStream(rows: AsyncIterable<readonly XlsxCell[]>): ReadableStream<Uint8Array> {
  async function* chunks() {
    yield byteOrderMark + csvRow(columns.map(({ heading }) => heading))
    for await (const row of rows) yield csvRow(row.map(csvCell))
  }
  return streamOfChunks(chunks())
}

const csvCell = (cell: XlsxCell, index: number): string | number =>
  columns[index]?.kind === 'day' && isDay(cell) ? numericDate(cell) : (cell ?? '')
