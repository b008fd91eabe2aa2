/** The dues notice on paper: a page of A4 for each member, in English or Hindi. */
import type { LineTax, ReceiptContent } from '#features/ledger/receipts/content.ts'
import { receiptLabels } from '#features/ledger/receipts/labels.ts'
import { percent } from '#features/ledger/receipts/tax.ts'
import { taxRows } from '#features/ledger/server/receipts/receipt-amounts.ts'
import { amountInWords } from '#platform/server/documents/amount-in-words.ts'
import {
  type Box,
  millimetres,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawLetterhead } from '#platform/server/documents/letterhead.ts'
import { withDrawableTexts } from '#platform/server/documents/letters.ts'
import { type Pages, pagesOf, placeFor } from '#platform/server/documents/pages.ts'
import { drawQr } from '#platform/server/documents/qr.ts'
import { drawTable } from '#platform/server/documents/table.ts'
import type { TextStyle } from '#platform/server/documents/text-layout.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { type Day, noonOf, numericDate } from '#shared/dates.ts'
import { upiQr } from '#shared/dues/upi.ts'
import { formatRupees } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { Notice } from '../../notices/answers.ts'
import { noticeName } from '../../notices/rules.ts'
import { noticeLabels } from './notice-labels.ts'

interface NoticeTax {
  /** In the order of the charges; where their taxes differ, each has the index of its own in `taxes`. */
  lines: readonly { tax_index?: number }[]
  tax: ReceiptContent['tax']
  taxes?: readonly LineTax[]
}

/** What a printed notice shows. */
export interface NoticeDocument {
  notice: Notice
  /** The member's address, which has several lines. */
  address: string
  gstin: string
  /**
   * The tax included in what is owed, as an invoice with one line for each charge has it; null without tax invoices.
   */
  tax: NoticeTax | null
  /** The day of the document. */
  day: Day
}

const margin = millimetres(20)
const qrSize = millimetres(46)
export interface NoticeJob {
  notices: readonly NoticeDocument[]
  /** A `data:` address, once for all pages. */
  logo?: string | undefined
}

/** One PDF, a page for each notice; a thread also calls it. Equal notices give equal bytes. */
export async function render({ notices, logo }: NoticeJob): Promise<Buffer> {
  const [first] = notices
  if (!first) throw new RangeError('no notice to print')
  const labels = noticeLabels[first.notice.language]
  const document = openDocument({
    title: [labels.title, ...(notices.length === 1 ? [first.notice.reference] : [])].join(' '),
    author: first.notice.association.name,
    language: first.notice.language,
    date: new Date(noonOf(first.day)),
    compress: notices.length > 1,
  })
  for (const notice of notices) {
    document.addPage('A4')
    layoutNotice(document, notice, logo)
  }
  return document.toPdf()
}

function layoutNotice(document: PdfDocument, data: NoticeDocument, logo: string | undefined): void {
  const { notice } = data
  const width = document.pageWidth() - 2 * margin
  const labels = noticeLabels[notice.language]
  const pages = pagesOf(document, {
    title: `${notice.association.name} · ${labels.number} ${notice.reference}`,
    page: receiptLabels[notice.language].page,
    box: { x: margin, y: margin, width },
    bottom: document.pageHeight() - margin - 6,
  })
  let y = layoutHead(document, notice, logo, width)
  y = layoutHeading(document, data, y, width)
  y = layoutCharges(document, data, { x: margin, y, width }, pages)
  if (notice.owed_paise > 0) layoutPayment(document, notice, { x: margin, y, width }, pages)
  const style = { size: 8, colour: softInk }
  const foot = [data.tax && labels.noInvoice, labels.unsigned].filter(Boolean).join(' ')
  document.text(foot, { x: margin, y: document.pageHeight() - margin, width }, style)
}

function layoutHead(
  document: PdfDocument,
  { association, language }: Notice,
  logo: string | undefined,
  width: number,
): number {
  const labels = noticeLabels[language]
  const { pan, gstin } = association
  const numbers = [pan && `${labels.pan} ${pan}`, gstin && `${labels.gstin} ${gstin}`]
  const box = { x: margin, y: margin, width }
  return drawLetterhead(document, { ...association, numbers, logo }, box) + 14
}

function layoutHeading(
  document: PdfDocument,
  { notice, address, gstin, tax, day }: NoticeDocument,
  top: number,
  width: number,
): number {
  const labels = noticeLabels[notice.language]
  let y = top
  y += document.text(
    `${labels.title}: ${noticeName(notice, labels.owed)}`,
    { x: margin, y, width },
    { size: 14, bold: true },
  )
  if (tax)
    y += document.text(labels.proforma, { x: margin, y, width }, { size: 11, colour: softInk })
  y += 8
  const left = width * 0.58
  const facts: [string, string][] = [
    [labels.number, notice.reference],
    [labels.date, numericDate(day)],
    [labels.membershipNumber, notice.membership_number ?? ''],
  ]
  let factY = y
  for (const [label, value] of facts.filter(([, text]) => text !== '')) {
    const box = { x: margin + left, y: factY, width: width - left }
    factY += document.text(`${label}: ${value}`, box, { align: 'right' })
  }
  y += document.text(labels.to, { x: margin, y, width: left }, { size: 9, colour: softInk })
  const { company_name, name } = withDrawableTexts(notice)
  const [first, second] = [company_name || name, company_name && name]
  y += document.text(first, { x: margin, y, width: left }, { bold: true })
  for (const text of [second, address])
    if (text !== '') y += document.text(text, { x: margin, y, width: left }, { maxLines: 6 })
  const taxFacts = tax
    ? [gstin && `${labels.gstin} ${gstin}`, `${labels.placeOfSupply}: ${tax.tax.place_of_supply}`]
    : []
  for (const text of taxFacts)
    if (text !== '') y += document.text(text, { x: margin, y, width: left }, { size: 9.5 })
  return Math.max(y, factY) + 18
}

/** Charges for a single day, like a stall or a fee of the bank, show no period. */
const periodOf = ({ item, valid_from, valid_to }: Notice['charges'][number]): string =>
  item === 'other' || item === 'refund to return'
    ? ''
    : `${numericDate(valid_from)} – ${numericDate(valid_to)}`

function layoutCharges(
  document: PdfDocument,
  { notice, tax, day }: NoticeDocument,
  { x, y: top, width }: Box,
  pages: Pages,
): number {
  const labels = noticeLabels[notice.language]
  const dueDate = (due_on: Day) =>
    due_on < day ? labels.wasDue(numericDate(due_on)) : numericDate(due_on)
  if (notice.owed_paise <= 0)
    return top + document.text(labels.nothing, { x, y: top, width }, { size: 12 })
  const below = drawTable(document, {
    columns: [
      { title: labels.description, share: 28 },
      { title: labels.period, share: 27 },
      { title: labels.due, share: 21 },
      { title: labels.amount, share: 14, align: 'right' },
      { title: labels.toPay, share: 14, align: 'right' },
    ],
    rows: notice.charges.map((charge, index) => [
      [
        charge.label || `${labels.items[charge.item]} ${charge.year}`,
        tax && taxWord(tax, index, notice.language),
      ]
        .filter(Boolean)
        .join(' '),
      periodOf(charge),
      dueDate(charge.due_on),
      formatRupees(charge.amount_paise),
      formatRupees(charge.open_paise),
    ]),
    x,
    y: top,
    width,
    ...pages,
  })
  // The sums stay together.
  const sums: Sum[] = [
    ...(tax ? taxSums(tax, notice.language) : []),
    [`${labels.total}: ${formatRupees(notice.owed_paise)}`, { size: 12, bold: true }],
    [amountInWords(notice.owed_paise, notice.language), { size: 9, colour: softInk }],
  ]
  const heights = sums.map(([text, style]) => document.heightOf(text, width, style))
  const height = sum(heights)
  let y = placeFor(height + 8, below, pages) + 8
  for (const [text, style] of sums)
    y += document.text(text, { x, y, width }, { ...style, align: 'right' })
  return y + 20
}

/** How a charge is taxed, where the charges differ: as the lines of its tax invoice. */
function taxWord({ lines, taxes }: NoticeTax, index: number, language: DocumentLanguage): string {
  const labels = receiptLabels[language]
  const tax = taxes?.[lines[index]?.tax_index ?? -1]
  if (!tax) return ''
  const word = taxWords(labels)[tax.kind]
  const facts = [tax.sac && `${labels.sac} ${tax.sac}`, word ?? labels.gst(percent(tax.rate))]
  return `(${facts.filter(Boolean).join(', ')})`
}

const taxWords = (labels: (typeof receiptLabels)['en']) => ({
  invoice: undefined,
  exempt: labels.exempt,
  receipt: labels.notTaxed,
})

type Sum = [text: string, style: TextStyle]

/** What the total consists of: the accounts of a member can book it before the tax invoice comes. */
function taxSums({ tax, taxes }: NoticeTax, language: DocumentLanguage): Sum[] {
  const labels = noticeLabels[language]
  const code = tax.sac && ` (${labels.sac} ${tax.sac})`
  const untaxed = (taxes ?? []).filter(({ kind }) => kind !== 'invoice')
  const rows = [
    [`${labels.taxableValue}${code}`, tax.taxable_paise],
    ...taxRows(taxes ?? [tax], tax.place_of_supply, labels.sac),
    ...untaxed.map(({ kind, amount_paise }) => [
      taxWords(receiptLabels[language])[kind],
      amount_paise,
    ]),
  ] as const
  return rows.map(([label, paise]) => [`${label}: ${formatRupees(Number(paise))}`, { size: 9.5 }])
}

function layoutPayment(
  document: PdfDocument,
  notice: Notice,
  { x, y: top, width }: Box,
  pages: Pages,
): void {
  const labels = noticeLabels[notice.language]
  const { upi, bank, reference } = notice
  let y = placeFor(qrSize + 60, top, pages)
  const textX = upi ? x + qrSize + 16 : x
  const textWidth = width - (textX - x)
  if (upi) drawQr(document, upiQr(upi.link), { x, y, size: qrSize })
  const write = (text: string, style: Parameters<PdfDocument['text']>[2] = {}) => {
    y += document.text(text, { x: textX, y, width: textWidth }, style)
  }
  if (upi) {
    write(labels.upi, { bold: true })
    write(labels.scan, { size: 9, colour: softInk })
    write(`${labels.upiId}: ${upi.vpa}`)
    y += 8
  }
  if (bank) {
    write(labels.bank, { bold: true })
    const details: [string, string][] = [
      [labels.holder, bank.account_name],
      [labels.bankName, bank.bank_name],
      [labels.account, bank.account_number],
      [labels.ifsc, bank.ifsc],
    ]
    for (const [label, value] of details) if (value !== '') write(`${label}: ${value}`)
    y += 8
  }
  write(labels.quote(reference), { bold: true })
}
