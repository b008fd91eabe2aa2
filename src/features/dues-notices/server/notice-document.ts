/** The dues notice on paper: a page of A4 for each member, in English or Hindi. */
import { amountInWords } from '#platform/server/documents/amount-in-words.ts'
import {
  millimetres,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawLetterhead } from '#platform/server/documents/letterhead.ts'
import { withDrawableTexts } from '#platform/server/documents/letters.ts'
import { drawQr } from '#platform/server/documents/qr.ts'
import { drawTable } from '#platform/server/documents/table.ts'
import { numericDate } from '#shared/dates.ts'
import { upiQr } from '#shared/dues/upi.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../answers.ts'
import { noticeLabels } from './notice-labels.ts'

/** What a printed notice shows. */
export interface NoticeDocument {
  notice: Notice
  /** Of the member, several lines. */
  address: string
  /** The day of the document, yyyy-MM-dd. */
  day: string
}

const margin = millimetres(20)
const qrSize = millimetres(46)
export interface NoticeJob {
  notices: readonly NoticeDocument[]
  /** A `data:` address, once for all pages. */
  logo?: string | undefined
}

/** One PDF, a page for each notice; a thread calls it, too. Equal notices give equal bytes. */
export async function render({ notices, logo }: NoticeJob): Promise<Buffer> {
  const [first] = notices
  if (!first) throw new RangeError('no notice to print')
  const labels = noticeLabels[first.notice.language]
  const document = openDocument({
    title: [labels.title, ...(notices.length === 1 ? [first.notice.reference] : [])].join(' '),
    author: first.notice.association.name,
    language: first.notice.language,
    date: new Date(`${first.day}T06:30:00.000Z`),
    compress: notices.length > 1,
  })
  for (const notice of notices) {
    document.addPage('A4')
    layoutNotice(document, notice, logo)
  }
  return document.toPdf()
}

function layoutNotice(document: PdfDocument, data: NoticeDocument, logo: string | undefined): void {
  const width = document.pageWidth() - 2 * margin
  let y = layoutHead(document, data.notice, logo, width)
  y = layoutHeading(document, data, y, width)
  y = layoutCharges(document, data.notice, y, width)
  if (data.notice.owed_paise > 0) layoutPayment(document, data.notice, y, width)
  const labels = noticeLabels[data.notice.language]
  const style = { size: 8, colour: softInk }
  document.text(labels.unsigned, { x: margin, y: document.pageHeight() - margin, width }, style)
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
  { notice, address, day }: NoticeDocument,
  top: number,
  width: number,
): number {
  const labels = noticeLabels[notice.language]
  let y = top
  y += document.text(
    `${labels.title} ${notice.year}`,
    { x: margin, y, width },
    { size: 14, bold: true },
  )
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
  return Math.max(y, factY) + 18
}

function layoutCharges(document: PdfDocument, notice: Notice, top: number, width: number): number {
  const labels = noticeLabels[notice.language]
  if (notice.owed_paise <= 0)
    return top + document.text(labels.nothing, { x: margin, y: top, width }, { size: 12 })
  let y = drawTable(document, {
    columns: [
      { title: labels.description, share: 30 },
      { title: labels.period, share: 28 },
      { title: labels.due, share: 16 },
      { title: labels.amount, share: 14, align: 'right' },
      { title: labels.toPay, share: 14, align: 'right' },
    ],
    rows: notice.charges.map((charge) => [
      charge.label || `${labels.items[charge.item]} ${charge.year}`,
      `${numericDate(charge.valid_from)} – ${numericDate(charge.valid_to)}`,
      numericDate(charge.due_on),
      formatRupees(charge.amount_paise),
      formatRupees(charge.open_paise),
    ]),
    x: margin,
    y: top,
    width,
    bottom: document.pageHeight() - 2 * margin,
    newPage: () => {
      document.addPage('A4')
      return margin
    },
  })
  y += 8
  const total = `${labels.total}: ${formatRupees(notice.owed_paise)}`
  y += document.text(total, { x: margin, y, width }, { size: 12, bold: true, align: 'right' })
  y += document.text(
    amountInWords(notice.owed_paise, notice.language),
    { x: margin, y, width },
    { size: 9, align: 'right', colour: softInk },
  )
  return y + 20
}

function layoutPayment(document: PdfDocument, notice: Notice, top: number, width: number): void {
  const labels = noticeLabels[notice.language]
  const { upi, bank, reference } = notice
  const needed = qrSize + 60
  let y = top
  if (y + needed > document.pageHeight() - margin) {
    document.addPage('A4')
    y = margin
  }
  const textX = upi ? margin + qrSize + 16 : margin
  const textWidth = width - (textX - margin)
  if (upi) drawQr(document, upiQr(upi.link), { x: margin, y, size: qrSize })
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
