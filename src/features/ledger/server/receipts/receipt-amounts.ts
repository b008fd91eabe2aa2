/** The table of a receipt: what was paid, its taxes, the total and its words, and the tax that the member deducted. */
import { amountInWords } from '#platform/server/documents/amount-in-words.ts'
import { type Box, type PdfDocument, softInk } from '#platform/server/documents/document.ts'
import { type Pages, placeFor } from '#platform/server/documents/pages.ts'
import type { TextStyle } from '#platform/server/documents/text-layout.ts'
import { numericDate } from '#shared/dates.ts'
import { stateTaxName } from '#shared/india/states.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import {
  certificateOf,
  editionOf,
  type LineTax,
  type PrintableReceipt,
  placesOf,
  type ReceiptLine,
  taxableOfLines,
  taxesOf,
  taxOfLine,
  tdsOf,
} from '../../receipts/content.ts'
import { nameOfLine, receiptLabels } from '../../receipts/labels.ts'
import { percent } from '../../receipts/tax.ts'

const small: TextStyle = { size: 9, colour: softInk }
const strong: TextStyle = { size: 10.5, bold: true }
const amountWidth = 120

/** A text, its amount, and how both look. */
type Row = [text: string, amount: string, style: TextStyle]

/** Returns the position below. */
export function drawAmounts(
  document: PdfDocument,
  content: PrintableReceipt,
  { x, y, width }: Box,
  pages: Pages,
): Paise {
  const labels = receiptLabels[content.language]
  const textWidth = width - amountWidth - 12
  const heightOf = ([text, , style]: Row) => document.heightOf(text, textWidth, style) + 10
  const heightOfAll = (rows: readonly Row[]) => sum(rows, heightOf)
  const draw = (at: number, row: Row) => {
    const [text, amount, style] = row
    document.text(text, { x, y: at + 5, width: textWidth }, style)
    const right = { x: x + width - amountWidth, y: at + 5, width: amountWidth }
    document.text(amount, right, { ...style, align: 'right' })
    const below = at + heightOf(row)
    document.rule({ x, y: below, width })
    return below
  }
  const drawAll = (at: number, rows: readonly Row[]) => rows.reduce(draw, at)
  const heading: Row = [labels.description, labels.amount, small]
  const drawHeading = (at: number) => {
    document.rule({ x, y: at, width })
    return draw(at, heading)
  }
  const drawWords = (at: number) => {
    const words = amountInWords(paiseInWords(content), content.language)
    const below = at + 10 + document.text(labels.inWords, { x, y: at + 10, width }, small)
    return below + document.text(words, { x, y: below, width }, strong)
  }
  let top: number | undefined
  for (const row of lineRows(content)) {
    if (top === undefined) top = drawHeading(placeFor(heightOf(heading) + heightOf(row), y, pages))
    else {
      const place = placeFor(heightOf(row), top, pages)
      top = place === top ? top : drawHeading(place)
    }
    top = draw(top, row)
  }
  const [sums, deduction] = [sumRows(content), deductionRows(content)]
  // The sums stay together.
  const height = heightOfAll([...sums, ...deduction]) + 60
  top = placeFor(height, top ?? drawHeading(y), pages)
  top = drawAll(top, sums)
  if (hasWordsOfMoney(content)) return drawWords(drawAll(top, deduction))
  top = drawWords(top)
  if (deduction.length === 0) return top
  document.rule({ x, y: top + 8, width })
  return drawAll(top + 8, deduction)
}

function lineRows(content: PrintableReceipt): Row[] {
  const taxable = taxableOfLines(content)
  return content.lines.map((line, index) => {
    const value = content.tax.kind === 'invoice' ? taxable[index] : line.paise
    return [descriptionOf(content, line), formatRupees(value ?? 0), { size: 10.5 }]
  })
}

/** The value and the taxes of an invoice, and the total. */
function sumRows(content: PrintableReceipt): Row[] {
  const labels = receiptLabels[content.language]
  const { tax, amount_paise } = content
  const isNew = editionOf(content) > 1
  const value = isNew ? taxedValueOf(content) : tax.taxable_paise
  const taxes = taxRows(taxesOf(content), tax.place_of_supply, isNew ? labels.sac : undefined)
  return [
    ...(tax.kind === 'invoice' && content.lines.length > 1
      ? [[labels.taxableValue, formatRupees(value), small] satisfies Row]
      : []),
    ...taxes.map(([label, paise]): Row => [label, formatRupees(paise), small]),
    [labels.total, formatRupees(amount_paise), { size: 13, bold: true }],
  ]
}

/**
 * The tax that the member deducted, and the money received. A cancellation has neither, because no money is received.
 */
function deductionRows(content: PrintableReceipt): Row[] {
  const tds = deductedOf(content)
  if (tds === 0) return []
  const words = deductionWords(content)
  return [
    [words.tds, formatRupees(tds), small],
    [words.received, formatRupees(content.amount_paise - tds), strong],
  ]
}

const deductedOf = (content: PrintableReceipt): Paise =>
  editionOf(content) > 1 && content.cancels !== null ? 0 : tdsOf(content)

/**
 * The amount that a paper states in words: the total. Before edition 6, a paper without taxed lines stated the money
 * received.
 */
const paiseInWords = (content: PrintableReceipt): Paise => {
  const received = content.amount_paise - deductedOf(content)
  const isOfMoney = hasWordsOfMoney(content) && content.tax.kind !== 'invoice' && received > 0
  return isOfMoney ? received : content.amount_paise
}

const hasWordsOfMoney = (content: PrintableReceipt): boolean => editionOf(content) < 6

function deductionWords(content: PrintableReceipt): { tds: string; received: string } {
  const labels = receiptLabels[content.language]
  if (editionOf(content) < 5) return { tds: labels.tdsBefore, received: labels.receivedBefore }
  const certificate = certificateOf(content)
  const tds = certificate ? labels.tdsWithCertificate(certificate) : labels.tds
  return { tds, received: labels.received }
}

/** Also used by the cancellation of an older paper whose total includes lines that are not taxed. */
const taxedValueOf = (content: PrintableReceipt): Paise =>
  sum(
    taxesOf(content).filter(({ kind }) => kind === 'invoice'),
    ({ taxable_paise }) => taxable_paise,
  )

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

/**
 * The taxes of a paper with their names. `sac` is the word for codes: with it, each of several taxes states its code.
 */
export const taxRows = (
  taxes: readonly Omit<LineTax, 'amount_paise'>[],
  placeOfSupply: string,
  sac?: string,
): [label: string, paise: Paise][] => {
  const taxed = taxes.filter(({ kind }) => kind === 'invoice')
  return taxed.flatMap((tax): [label: string, paise: Paise][] => {
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
