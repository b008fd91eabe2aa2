/** The receipt as a page. Released layouts do not change: a reprint is equal to the first print. */
import {
  type Box,
  millimetres,
  openDocument,
  type PdfDocument,
  softInk,
} from '#platform/server/documents/document.ts'
import { drawLetterhead } from '#platform/server/documents/letterhead.ts'
import { type Pages, pagesOf, placeFor } from '#platform/server/documents/pages.ts'
import type { TextStyle } from '#platform/server/documents/text-layout.ts'
import { type Day, numericDate, startOfDay } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import {
  adjustedBy,
  type CancelledPart,
  cancelledPaperOf,
  cancelledParts,
  editionOf,
  isOfCredit,
  isRefundNote,
  moneyWithoutRest,
  type PrintableReceipt,
  paperOf,
  paperPaise,
  type ReceiptContent,
  tdsOf,
  voucherOf,
} from '../../receipts/content.ts'
import {
  cancellationNumberOf,
  documentsOf,
  documentsOfAdvance,
  type PaperDocument,
} from '../../receipts/documents.ts'
import { modeLabel, receiptLabels } from '../../receipts/labels.ts'
import { titleOf } from '../../receipts/title.ts'
import { type VoidedPayment, voidedPaymentSentence } from '../../receipts/voided-payments.ts'
import { drawAmounts } from './receipt-amounts.ts'

export interface ReceiptPage {
  content: PrintableReceipt
  /**
   * Papers of charges only: the entries that paid the charge and are void now, with their numbers and the day
   * (yyyy-MM-dd) of the void.
   */
  voidedPayments: VoidedPayment[]
  /** The cancellation of this receipt, if it was cancelled; `day` is yyyy-MM-dd. */
  cancelled: { by: ReceiptContent; day: Day } | undefined
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
      isDeduction: isAllDeducted(editionOf(content) > 6 ? content : one),
      cancellation: cancelled && {
        number: cancellationNumberOf(one, cancelled.by),
        day: cancelled.day,
      },
    })
  return document
}

interface DocumentPage extends Omit<ReceiptPage, 'cancelled'> {
  content: PrintableDocument
  /** Whether no money was received, because the member deducted all of it as tax. */
  isDeduction: boolean
  /** The document that cancels this one. */
  cancellation: { number: string | undefined; day: Day } | undefined
}
/** Whether the member deducted the whole amount as tax; only papers since edition 5 state it. */
const isAllDeducted = (content: ReceiptContent): boolean =>
  editionOf(content) > 4 && tdsOf(content) === paperPaise(content)

type PrintableDocument = PaperDocument & Pick<PrintableReceipt, 'association'>

function drawDocument(document: PdfDocument, receipt: DocumentPage): void {
  const { content } = receipt
  document.addPage()
  const width = document.pageWidth() - 2 * margin
  const page: Box = { x: margin, y: margin, width }
  const labels = receiptLabels[content.language]
  // Texts of older papers that reached below the margin stay there.
  const edge = editionOf(content) > 5 ? margin : 0
  const pages = pagesOf(document, {
    title: `${titleOf(content)} ${labels.number} ${content.number}`,
    page: labels.page,
    box: page,
    bottom: document.pageHeight() - edge,
  })
  let y = drawHead(document, receipt, page)
  y = drawTitle(document, content, { ...page, y: y + 22 })
  y = drawCancellation(document, receipt, { ...page, y })
  y = drawMember(document, content, { ...page, y: y + 18 }, pages)
  // A cancellation of money whose papers were used up before cancels no supply and no tax; a sentence states its sum.
  if (moneyWithoutRest(content) === undefined)
    y = drawAmounts(document, content, { ...page, y: y + 20 }, pages)
  y = drawPayment(document, receipt, { ...page, y: y + 18 }, pages)
  drawNotes(document, content, { ...page, y: y + 22 }, pages)
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
  { content, cancellation, voidedPayments }: DocumentPage,
  { x, y, width }: Box,
): number {
  const labels = receiptLabels[content.language]
  const sentences = [
    content.cancels !== null && cancelsSentence(content, content.cancels),
    cancellation?.number !== undefined &&
      (content.note ? labels.reversed : labels.cancelled)(
        cancellation.number,
        numericDate(cancellation.day),
      ),
    ...(content.note ? [] : voidedPayments).map((charge) =>
      voidedPaymentSentence(charge, content.language),
    ),
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
  const day = content.cancels_on
  if (day && content.note) {
    const sentence = content.note.kind === 'credit' ? labels.advanceUsed : labels.advanceBack
    return sentence(number, numericDate(day), content.note.by)
  }
  if (day && isRefundNote(content)) return labels.refunds(number, numericDate(day))
  const parts = cancelledParts(content)
  if (parts.length === 0) return sentenceOfCancelled(content, number, day)
  const money = moneyWithoutRest(content)
  return [money !== undefined && labels.cancelsMoney(formatRupees(money))]
    .concat(parts.flatMap((part) => sentencesOfPart(content, part)))
    .filter(Boolean)
    .join(' ')
}

function sentencesOfPart(
  content: PrintableReceipt,
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

function sentenceOfCancelled(content: PrintableReceipt, number: string, day: Day | null): string {
  const labels = receiptLabels[content.language]
  const cancelled = editionOf(content) > 1 ? cancelledPaperOf(content) : undefined
  if (day && paperOf(content) === 'credit note')
    return cancelled === 'invoice and bill of supply'
      ? labels.creditsBoth(number, numericDate(day))
      : labels.credits(number, numericDate(day))
  const isBill = cancelled === 'bill of supply'
  if (!day || editionOf(content) < 6)
    return isBill ? labels.cancelsBillUndated(number) : labels.cancelsUndated(number)
  return (isBill ? labels.cancelsBill : labels.cancels)(number, numericDate(day))
}

function drawMember(
  document: PdfDocument,
  content: PrintableReceipt,
  { x, y, width }: Box,
  pages: Pages,
): number {
  const { member, language, tax, layout, cancels } = content
  const labels = receiptLabels[language]
  const isNoMoney = (layout > 1 && cancels !== null) || isOfCredit(content)
  const who = isNoMoney ? labels.to : labels.receivedFrom
  const [first, second] = [member.company_name || member.name, member.company_name && member.name]
  const plain: TextStyle = { size: 9.5 }
  const address = member.address.replaceAll(/\s*\n\s*/g, ', ').replaceAll(',,', ',')
  const texts: [text: string, style: TextStyle][] = [
    [who, small],
    [first, { size: 12, bold: true }],
    [second, plain],
    [address, editionOf(content) > 5 ? { ...plain, maxLines: 8 } : plain],
    [member.membership_number && `${labels.membershipNumber} ${member.membership_number}`, plain],
    [member.gstin && `${labels.gstin} ${member.gstin}`, plain],
    [tax.place_of_supply && `${labels.placeOfSupply}: ${tax.place_of_supply}`, plain],
  ]
  const shown = texts.filter(([text], index) => index < 2 || text !== '')
  const heights = shown.map(([text, style]) => document.heightOf(text, width, style))
  const height = sum(heights)
  let top = placeFor(height, y, pages)
  for (const [text, style] of shown) top += document.text(text, { x, y: top, width }, style)
  return top
}

/** Mode, reference and day, side by side. */
function drawPayment(
  document: PdfDocument,
  { content, isDeduction }: DocumentPage,
  { x, y, width }: Box,
  pages: Pages,
): number {
  const { language, mode, reference, paid_on } = content
  const labels = receiptLabels[language]
  // The day of the paper is at its top.
  if (isOfCredit(content) || content.note) return y
  const isPaid = isDeduction ? labels.deductedOn : labels.paidOn
  const facts = [
    [isRefundNote(content) ? labels.paidBackOn : isPaid, numericDate(paid_on)],
    [labels.mode, mode === null ? '' : modeLabel(mode, language)],
    [isDeduction ? labels.certificate : labels.reference, reference],
  ].filter(([, value]) => value !== '')
  const column = width / 4
  // The reference, which may be long, has the rest of the width.
  const widthOf = (index: number) => (index === 2 ? width - 2 * column : column) - 8
  const heightOf = ([label = '', value = '']: string[], index: number) =>
    document.heightOf(label, widthOf(index), small) +
    document.heightOf(value, widthOf(index), { size: 10.5 })
  const height = Math.max(...facts.map(heightOf))
  const top = placeFor(height, y, pages)
  for (const [index, [label = '', value = '']] of facts.entries()) {
    const box = { x: x + index * column, y: top, width: widthOf(index) }
    const below = top + document.text(label, box, small)
    document.text(value, { ...box, y: below }, { size: 10.5 })
  }
  return top + height
}

function drawNotes(
  document: PdfDocument,
  content: PrintableDocument,
  { x, y, width }: Box,
  pages: Pages,
): void {
  const labels = receiptLabels[content.language]
  const { kind, legend } = content.tax
  const owed = content.cancels === null && content.owed_paise
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
  const style = { ...small, size: 8.5 }
  let top = y
  for (const note of notes) {
    if (!note) continue
    top = placeFor(document.heightOf(note, width, style), top, pages)
    top += document.text(note, { x, y: top, width }, style) + 2
  }
}
