/** The statement of account on A4. */

import {
  type Box,
  millimetres,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawLetterhead } from '#platform/server/documents/letterhead.ts'
import { type Pages, pagesOf, placeFor } from '#platform/server/documents/pages.ts'
import { drawTable } from '#platform/server/documents/table.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { type Day, numericDate, startOfDay } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { receiptLabels } from '../../receipts/labels.ts'
import type { AccountStatement } from '../../receipts/statement.ts'
import {
  balanceLabel,
  closingSentences,
  particularsOf,
  statementLabels,
} from '../../receipts/statement-labels.ts'

/** Days are yyyy-MM-dd. */
export interface StatementPage extends AccountStatement {
  language: DocumentLanguage
  association: {
    name: string
    address: string
    email: string
    website: string
    pan: string
    gstin: string
    /** A `data:` address. */
    logo: string | undefined
  }
  member: {
    name: string
    company_name: string
    membership_number: string
    address: string
    gstin: string
  }
  /** The financial year with its days; undefined for all entries. */
  year: { name: string; from: Day; to: Day } | undefined
  /** The day on which it was made. */
  day: Day
  /** The part of the closing balance that is for years that have not begun. */
  later_paise: Paise
  later_years: string[]
}

const margin = millimetres(18)
const small = { size: 9, colour: softInk }

/** A thread calls it. Equal statements give equal bytes. */
export function render(statement: StatementPage): Promise<Buffer> {
  const { language, association, day } = statement
  const labels = statementLabels[language]
  const title = [labels.title, statement.member.membership_number].filter(Boolean).join(' ')
  const document = openDocument({
    title,
    author: association.name,
    language,
    date: new Date(startOfDay(day)),
    compress: statement.lines.length > 200,
  })
  document.addPage('A4')
  const page: Box = { x: margin, y: margin, width: document.pageWidth() - 2 * margin }
  const pages = pagesOf(document, {
    title: [association.name, title].join(' · '),
    page: receiptLabels[language].page,
    box: page,
    bottom: document.pageHeight() - margin,
  })
  let y = drawHead(document, statement, page)
  y = drawMember(document, statement, { ...page, y: y + 16 })
  y = drawLines(document, statement, { ...page, y: y + 16 }, pages)
  drawSums(document, statement, { ...page, y: y + 12 }, pages)
  return document.toPdf()
}

function drawHead(document: PdfDocument, { association, language }: StatementPage, page: Box) {
  const { pan, gstin } = receiptLabels[language]
  const numbers = [
    association.pan && `${pan} ${association.pan}`,
    association.gstin && `${gstin} ${association.gstin}`,
  ]
  return drawLetterhead(document, { ...association, numbers }, page)
}

function drawMember(
  document: PdfDocument,
  { member, language, year, day }: StatementPage,
  { x, y, width }: Box,
): number {
  const labels = statementLabels[language]
  const { date, membershipNumber, gstin } = receiptLabels[language]
  const half = width / 2
  const right = { x: x + half, width: half }
  const style = { ...small, align: 'right' } as const
  let top = y + document.text(labels.title, { x, y, width: half }, { size: 16, bold: true })
  let side = y + document.text(`${date} ${numericDate(day)}`, { ...right, y }, style)
  const days = year
    ? `${labels.year(year.name)}\n${receiptLabels[language].period(numericDate(year.from), numericDate(year.to))}`
    : labels.allEntries(numericDate(day))
  side += document.text(days, { ...right, y: side }, style)
  top = Math.max(top, side) + 12
  top += document.text(labels.to, { x, y: top, width }, small)
  const [first, second] = [member.company_name || member.name, member.company_name && member.name]
  top += document.text(first, { x, y: top, width }, { size: 12, bold: true })
  const lines = [
    second,
    member.address.replaceAll(/\s*\n\s*/g, ', ').replaceAll(',,', ','),
    member.membership_number && `${membershipNumber} ${member.membership_number}`,
    member.gstin && `${gstin} ${member.gstin}`,
  ]
  for (const line of lines)
    if (line) top += document.text(line, { x, y: top, width }, { size: 9.5, maxLines: 8 })
  return top
}

function drawLines(
  document: PdfDocument,
  statement: StatementPage,
  page: Box,
  pages: Pages,
): number {
  const { language, opening_paise, closing_paise, lines } = statement
  const labels = statementLabels[language]
  const sums = sumsOf(statement)
  return drawTable(document, {
    columns: [
      { title: receiptLabels[language].date, share: 12 },
      { title: labels.particulars, share: 46 },
      { title: labels.charges, share: 14, align: 'right' },
      { title: labels.payments, share: 14, align: 'right' },
      { title: labels.balance, share: 16, align: 'right' },
    ],
    rows: [
      ['', labels.opening, '', '', balanceLabel(opening_paise, language)],
      ...lines.map((line) => [
        numericDate(line.day),
        particularsOf(line, language),
        line.paise < 0 ? formatRupees(-line.paise) : '',
        line.paise > 0 ? formatRupees(line.paise) : '',
        balanceLabel(line.balance_paise, language),
      ]),
      ['', labels.total, formatRupees(sums.charged), formatRupees(sums.paid), ''],
      ['', labels.closing, '', '', balanceLabel(closing_paise, language)],
    ],
    ...page,
    ...pages,
  })
}

const sumsOf = ({ lines }: StatementPage) => ({
  charged: sum(lines, ({ paise }) => Math.max(0, -paise)),
  paid: sum(lines, ({ paise }) => Math.max(0, paise)),
})

/** What the closing balance means, and what is not to be paid yet. */
function drawSums(document: PdfDocument, statement: StatementPage, page: Box, pages: Pages): void {
  const { language, year, day } = statement
  const labels = statementLabels[language]
  const until = numericDate(year && year.to < day ? year.to : day)
  const { balance, note } = closingSentences(statement, until, language)
  const notes = [note, labels.signs, receiptLabels[language].unsigned]
  let y = placeFor(60, page.y, pages)
  y += 6 + document.text(balance, { ...page, y }, { size: 12, bold: true })
  for (const text of notes)
    if (text) y += 2 + document.text(text, { ...page, y }, { ...small, size: 8.5 })
}
