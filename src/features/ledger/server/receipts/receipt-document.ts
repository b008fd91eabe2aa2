/** The receipt as a page. Released layouts do not change: a reprint is equal to the first print. */
import { amountInWords } from '#platform/server/documents/amount-in-words.ts'
import {
  type Box,
  millimetres,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawLetterhead } from '#platform/server/documents/letterhead.ts'
import type { TextStyle } from '#platform/server/documents/text-layout.ts'
import { numericDate, startOfDay } from '#shared/dates.ts'
import { stateTaxName } from '#shared/india/states.ts'
import { formatRupees } from '#shared/rupees.ts'
import {
  adjustedBy,
  type CancelledPart,
  cancelledParts,
  certificateOf,
  editionOf,
  isOfCredit,
  isRefundNote,
  type LineTax,
  linesOf,
  moneyWithoutRest,
  type PrintableReceipt,
  paperOf,
  placesOf,
  type ReceiptContent,
  type ReceiptLine,
  taxableOfLines,
  taxesOf,
  taxOfLine,
  tdsOf,
  voucherOf,
} from '../../receipts/content.ts'
import {
  documentsOf,
  documentsOfAdvance,
  numberOfEnd,
  type PaperDocument,
} from '../../receipts/documents.ts'
import { modeLabel, nameOfLine, receiptLabels } from '../../receipts/labels.ts'
import { percent } from '../../receipts/tax.ts'
import { cancelledPaper, titleOf } from '../../receipts/title.ts'
import { type Unpaid, unpaidSentence } from '../../receipts/unpaid.ts'

export interface ReceiptPage {
  content: PrintableReceipt
  /** Of the paper of a charge: what paid it and is void by now, with the numbers and the day (yyyy-MM-dd) of that. */
  unpaid: Unpaid[]
  /** The cancellation of this receipt, if it was cancelled; `day` is yyyy-MM-dd. */
  cancelled: { by: ReceiptContent; day: string } | undefined
  /** The logo that the receipt names, as a `data:` address. */
  logo?: string | undefined
}

const margin = millimetres(20)
const red = '#b91c1c'
const small: TextStyle = { size: 9, colour: softInk }
const strong: TextStyle = { size: 11, bold: true }

/** Each document of a receipt on A4, in the upper half unless its texts are long. */
function layoutReceipt(receipt: ReceiptPage): PdfDocument {
  const { content, cancelled } = receipt
  const { association, language, number } = content
  const document = openDocument({
    title: `${titleOf(content)} ${number}`,
    author: association.name,
    language,
    date: new Date(startOfDay(content.issued_on)),
  })
  for (const one of documentsOf(content))
    drawDocument(document, {
      ...receipt,
      content: { ...one, association },
      ended: cancelled && { number: numberOfEnd(one, cancelled.by), day: cancelled.day },
    })
  return document
}

interface DocumentPage extends Omit<ReceiptPage, 'cancelled'> {
  content: PrintableDocument
  /** The document that ends this one, by its number. */
  ended: { number: string | undefined; day: string } | undefined
}
type PrintableDocument = PaperDocument & Pick<PrintableReceipt, 'association'>

function drawDocument(document: PdfDocument, receipt: DocumentPage): void {
  const { content } = receipt
  document.addPage()
  const width = document.pageWidth() - 2 * margin
  const page: Box = { x: margin, y: margin, width }
  let y = drawHead(document, receipt, page)
  y = drawTitle(document, content, { ...page, y: y + 22 })
  y = drawCancellation(document, receipt, { ...page, y })
  y = drawMember(document, content, { ...page, y: y + 18 })
  // No supply or tax ends with money whose papers were taken before: its sum is in the sentence.
  if (moneyWithoutRest(content) === undefined)
    y = drawAmounts(document, content, { ...page, y: y + 20 })
  y = drawPayment(document, content, { ...page, y: y + 18 })
  drawNotes(document, content, { ...page, y: y + 22 })
}

/** A thread calls it. */
export const render = (page: ReceiptPage): Promise<Buffer> => layoutReceipt(page).toPdf()

function drawHead(
  document: PdfDocument,
  { content: { association, language }, logo }: DocumentPage,
  page: Box,
): number {
  const labels = receiptLabels[language]
  const numbers = [
    association.pan && `${labels.pan} ${association.pan}`,
    association.gstin && `${labels.gstin} ${association.gstin}`,
  ]
  return drawLetterhead(document, { ...association, numbers, logo }, page)
}

function drawTitle(
  document: PdfDocument,
  content: PrintableDocument,
  { x, y, width }: Box,
): number {
  const labels = receiptLabels[content.language]
  const half = width * (voucherOf(content) || isRefundNote(content) ? 0.64 : 0.5)
  const left = document.text(titleOf(content), { x, y, width: half }, { size: 16, bold: true })
  const right = { x: x + half, width: width - half }
  const number = `${labels.number} ${content.number}`
  const top = y + document.text(number, { ...right, y }, { ...strong, align: 'right' })
  const date = `${labels.date} ${numericDate(content.issued_on)}`
  let bottom = top + document.text(date, { ...right, y: top }, { ...small, align: 'right' })
  // CGST Rules, rule 48(2). The portal keeps the duplicate of the supplier.
  if (editionOf(content) > 3 && content.tax.kind === 'invoice' && content.cancels === null)
    bottom += document.text(labels.original, { ...right, y: bottom }, { ...small, align: 'right' })
  return Math.max(y + left, bottom)
}

function drawCancellation(
  document: PdfDocument,
  { content, ended, unpaid }: DocumentPage,
  { x, y, width }: Box,
): number {
  const labels = receiptLabels[content.language]
  const sentences = [
    content.cancels !== null && cancelsSentence(content, content.cancels),
    ended?.number !== undefined &&
      (content.note ? labels.reversed : labels.cancelled)(ended.number, numericDate(ended.day)),
    ...(content.note ? [] : unpaid).map((one) => unpaidSentence(one, content.language)),
  ]
  const sentence = sentences.filter(Boolean).join(' ')
  if (sentence === '') return y
  const style = { size: 11, bold: true, colour: red }
  const height = document.heightOf(sentence, width - 24, style) + 16
  document.pdf
    .lineWidth(1.2)
    .strokeColor(red)
    .rect(x, y + 12, width, height)
    .stroke()
  document.text(sentence, { x: x + 12, y: y + 20, width: width - 24 }, style)
  return y + 12 + height
}

/** A credit note states the number and the day of its invoice, or of each (CGST Rules, rule 53). */
function cancelsSentence(content: PrintableDocument, number: string): string {
  const labels = receiptLabels[content.language]
  const day = content.layout === 2 && content.cancels_on
  if (day && content.note) {
    const sentence = content.note.kind === 'credit' ? labels.advanceUsed : labels.advanceBack
    return sentence(number, numericDate(day), content.note.by)
  }
  if (day && isRefundNote(content)) return labels.refunds(number, numericDate(day))
  const parts = cancelledParts(content)
  if (content.layout === 1 || parts.length === 0) return sentenceOfCancelled(content, number, day)
  const money = moneyWithoutRest(content)
  return [money !== undefined && labels.cancelsMoney(formatRupees(money))]
    .concat(parts.flatMap((part) => sentencesOfPart(content, part)))
    .filter(Boolean)
    .join(' ')
}

function sentencesOfPart(
  content: Extract<PrintableReceipt, { layout: 2 }>,
  { number, issued_on, taxes, taken_paise, taken_by, title }: CancelledPart,
): (string | false)[] {
  const labels = receiptLabels[content.language]
  return [
    title === undefined
      ? sentenceOfCancelled({ ...content, taxes }, number, issued_on)
      : labels.moneyOn(title, number, numericDate(issued_on)),
    taken_paise > 0 && labels.takenBefore(formatRupees(taken_paise), taken_by.join(', ')),
  ]
}

function sentenceOfCancelled(
  content: PrintableReceipt,
  number: string,
  day: string | false | null,
): string {
  const labels = receiptLabels[content.language]
  const cancelled = editionOf(content) > 1 ? cancelledPaper(content) : undefined
  if (day && paperOf(content) === 'credit note')
    return cancelled === 'invoice and bill of supply'
      ? labels.creditsBoth(number, numericDate(day))
      : labels.credits(number, numericDate(day))
  return cancelled === 'bill of supply' ? labels.cancelsBill(number) : labels.cancels(number)
}

function drawMember(
  document: PdfDocument,
  content: PrintableReceipt,
  { x, y, width }: Box,
): number {
  const { member, language, tax, layout, cancels } = content
  const labels = receiptLabels[language]
  const isNoMoney = (layout > 1 && cancels !== null) || isOfCredit(content)
  const who = isNoMoney ? labels.to : labels.receivedFrom
  let top = y + document.text(who, { x, y, width }, small)
  const [first, second] = [member.company_name || member.name, member.company_name && member.name]
  top += document.text(first, { x, y: top, width }, { size: 12, bold: true })
  const lines = [
    second,
    member.address.replaceAll(/\s*\n\s*/g, ', ').replaceAll(',,', ','),
    member.membership_number && `${labels.membershipNumber} ${member.membership_number}`,
    member.gstin && `${labels.gstin} ${member.gstin}`,
    tax.place_of_supply && `${labels.placeOfSupply}: ${tax.place_of_supply}`,
  ]
  for (const line of lines)
    if (line) top += document.text(line, { x, y: top, width }, { size: 9.5 })
  return top
}

/** The description and the amount; of an invoice its value and taxes. */
function drawAmounts(
  document: PdfDocument,
  content: PrintableReceipt,
  { x, y, width }: Box,
): number {
  const labels = receiptLabels[content.language]
  const amountWidth = 120
  const row = (top: number, left: string, right: string, style: TextStyle) => {
    const height = document.text(left, { x, y: top + 5, width: width - amountWidth - 12 }, style)
    const box = { x: x + width - amountWidth, y: top + 5, width: amountWidth }
    document.text(right, box, { ...style, align: 'right' })
    document.rule({ x, y: top + height + 10, width })
    return top + height + 10
  }
  document.rule({ x, y, width })
  let top = row(y, labels.description, labels.amount, small)
  const taxable = taxableOfLines(content)
  for (const [index, line] of linesOf(content).entries()) {
    const value = content.tax.kind === 'invoice' ? taxable[index] : line.paise
    top = row(top, descriptionOf(content, line), formatRupees(value ?? 0), { size: 10.5 })
  }
  const isNew = editionOf(content) > 1
  const { kind } = content.tax
  const taxable_paise = isNew ? taxedValueOf(content) : content.tax.taxable_paise
  if (kind === 'invoice' && taxable.length > 1)
    top = row(top, labels.taxableValue, formatRupees(taxable_paise), small)
  const code = isNew ? labels.sac : undefined
  for (const [label, paise] of taxRows(taxesOf(content), content.tax.place_of_supply, code))
    top = row(top, label, formatRupees(paise), small)
  // Nothing is received with a cancellation.
  const tds = isNew && content.cancels !== null ? 0 : tdsOf(content)
  const received = content.amount_paise - tds
  top = row(top, labels.total, formatRupees(content.amount_paise), { size: 13, bold: true })
  if (tds > 0) {
    const words = deductionWords(content)
    top = row(top, words.tds, formatRupees(tds), small)
    top = row(top, words.received, formatRupees(received), { size: 10.5, bold: true })
  }
  const isOfMoney = content.tax.kind !== 'invoice' && received > 0
  const words = amountInWords(isOfMoney ? received : content.amount_paise, content.language)
  top += 10 + document.text(labels.inWords, { x, y: top + 10, width }, small)
  return top + document.text(words, { x, y: top, width }, { size: 10.5, bold: true })
}

function deductionWords(content: PrintableReceipt): { tds: string; received: string } {
  const labels = receiptLabels[content.language]
  if (editionOf(content) < 5) return { tds: labels.tdsBefore, received: labels.receivedBefore }
  const certificate = certificateOf(content)
  const tds = certificate ? labels.tdsWithCertificate(certificate) : labels.tds
  return { tds, received: labels.received }
}

/** Also of the cancellation of an older paper, whose sum has lines that are not taxed. */
const taxedValueOf = (content: PrintableReceipt): number =>
  taxesOf(content)
    .filter(({ kind }) => kind === 'invoice')
    .reduce((sum, { taxable_paise }) => sum + taxable_paise, 0)

function descriptionOf(content: PrintableReceipt, line: ReceiptLine): string {
  const { language, layout } = content
  const tax = taxOfLine(content, line)
  const labels = receiptLabels[language]
  const { valid_from, valid_to, is_part } = line
  const periodOf = layout === 1 ? labels.period : labels.covered
  const period = valid_from && valid_to && periodOf(numericDate(valid_from), numericDate(valid_to))
  const facts = [
    tax.sac && `${labels.sac} ${tax.sac}`,
    taxWordOf(content, tax),
    editionOf(content) > 3 && placesOf(content.tax).length > 1 && tax.place_of_supply,
  ].filter(Boolean)
  const code = facts.length > 0 && `(${facts.join(', ')})`
  const against = line.invoice && labels.against(line.invoice)
  return [nameOfLine(line, language), period, is_part && labels.part, against, code]
    .filter(Boolean)
    .join(' ')
}

/** How a line is taxed, where the lines of an invoice differ (CGST Rules, rule 46). */
function taxWordOf(content: PrintableReceipt, { kind, rate }: LineTax): string | false {
  const labels = receiptLabels[content.language]
  if (editionOf(content) < 2 || content.tax.kind !== 'invoice') return false
  if (taxesOf(content).length < 2) return false
  if (kind === 'invoice') return labels.gst(percent(rate))
  return kind === 'exempt' ? labels.exempt : labels.notTaxed
}

/** The taxes of a paper with their names; with the word for codes also the code of each, where there are several. */
export const taxRows = (
  taxes: readonly Omit<LineTax, 'amount_paise'>[],
  placeOfSupply: string,
  sac?: string,
): [label: string, paise: number][] => {
  const taxed = taxes.filter(({ kind }) => kind === 'invoice')
  return taxed.flatMap((tax): [label: string, paise: number][] => {
    const code = sac && taxed.length > 1 ? ` (${sac} ${tax.sac})` : ''
    if (tax.igst_paise > 0) return [[`IGST ${percent(tax.rate)} %${code}`, tax.igst_paise]]
    const half = percent(tax.rate / 2)
    return [
      [`CGST ${half} %${code}`, tax.cgst_paise],
      [
        `${stateTaxName((tax.place_of_supply ?? placeOfSupply).slice(0, 2))} ${half} %${code}`,
        tax.sgst_paise,
      ],
    ]
  })
}

/** Mode, reference and day, side by side. */
function drawPayment(
  document: PdfDocument,
  content: PrintableDocument,
  { x, y, width }: Box,
): number {
  const { language, mode, reference, paid_on } = content
  const labels = receiptLabels[language]
  // The day of the paper is at its top.
  if (isOfCredit(content) || content.note) return y
  const isDeduction = editionOf(content) > 4 && tdsOf(content) === content.amount_paise
  const isPaid = isDeduction ? labels.deductedOn : labels.paidOn
  const facts = [
    [isRefundNote(content) ? labels.paidBackOn : isPaid, numericDate(paid_on)],
    [labels.mode, mode === null ? '' : modeLabel(mode, language)],
    [isDeduction ? labels.certificate : labels.reference, reference],
  ].filter(([, value]) => value !== '')
  const heights = facts.map(([label = '', value = ''], index) => {
    // The reference, which may be long, has the rest of the width.
    const column = width / 4
    const left = x + index * column
    const box = { x: left, y, width: (index === 2 ? x + width - left : column) - 8 }
    const height = document.text(label, box, small)
    return height + document.text(value, { ...box, y: y + height }, { size: 10.5 })
  })
  return y + Math.max(...heights)
}

function drawNotes(document: PdfDocument, content: PrintableDocument, { x, y, width }: Box): void {
  const labels = receiptLabels[content.language]
  const { kind, legend } = content.tax
  const owed = content.layout === 2 && content.cancels === null && content.owed_paise
  const voucher = voucherOf(content)
  const adjusted = content.cancels === null ? labels.adjusted : labels.returnsAdvance
  const voucherNote = editionOf(content) > 2 ? labels.voucher : labels.voucherBefore
  const notes = [
    ...adjustedBy(content).map((advance) => {
      const numbers = documentsOfAdvance(advance).join(', ')
      return adjusted(formatRupees(advance.paise), numbers, numericDate(advance.issued_on))
    }),
    editionOf(content) > 4 &&
      content.cancels === null &&
      tdsOf(content) > 0 &&
      labels.tdsNote(formatRupees(tdsOf(content))),
    content.beside && labels.beside(formatRupees(content.beside.paise), content.beside.number),
    voucher && voucherNote(formatRupees(voucher.paise), formatRupees(voucher.tax)),
    owed && labels.owed(numericDate(content.issued_on), formatRupees(owed)),
    kind !== 'receipt' && legend,
    kind === 'invoice' && labels.reverseCharge,
    labels.unsigned,
  ]
  let top = y
  for (const note of notes)
    if (note) top += document.text(note, { x, y: top, width }, { ...small, size: 8.5 }) + 2
}
