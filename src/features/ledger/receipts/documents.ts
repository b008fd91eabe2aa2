/**
 * The documents of a paper, which are printed one after the other. Most papers are one. A member with a
 * GSTIN gets a bill of supply for what is exempt on a tax invoice, and notes for the advances of tax
 * invoices that the paper uses or gives back.
 */

import type { Paise } from '#shared/rupees.ts'
import {
  type AdjustedAdvance,
  adjustedBy,
  type CancelledPart,
  editionOf,
  type ReceiptContent,
  type ReceiptLine,
  taxOfLine,
} from './content.ts'
import { emptyLine } from './lines.ts'
import { linesOfPart, partOfLines } from './part-of-paper.ts'

export type PaperDocument = ReceiptContent & {
  /**
   * Credit and debit notes for the advance of an earlier tax invoice only: the paper that uses the advance or gives it
   * back.
   */
  note?: { kind: 'credit' | 'debit'; by: string }
  /** A tax invoice with a bill of supply, and that bill: the other of the two documents. */
  beside?: { number: string; paise: Paise }
}

export const documentsOf = (content: ReceiptContent): PaperDocument[] => [
  ...invoiceAndBill(content),
  ...adjustedBy(content).flatMap((advance) => noteOf(content, advance) ?? []),
]

function invoiceAndBill(content: ReceiptContent): PaperDocument[] {
  const { bill } = content
  if (!bill) return [content]
  const isExempt = (line: ReceiptLine) => taxOfLine(content, line).kind === 'exempt'
  const others = partWith(content, (line) => !isExempt(line))
  const exempt = partWith(content, isExempt)
  const [ofOthers, ofExempt] = deductedParts(content, exempt.amount_paise)
  return [
    {
      ...content,
      ...others,
      ...ofOthers,
      beside: { number: bill.number, paise: exempt.amount_paise },
    },
    {
      ...billOf(content),
      ...exempt,
      ...ofExempt,
      number: bill.number,
      beside: { number: content.number, paise: others.amount_paise },
    },
  ]
}

/** The bill of supply cancels that of the cancelled paper. */
function billOf(content: ReceiptContent): ReceiptContent {
  const bill = withoutExtras(content)
  if (bill.cancels === null) return bill
  return { ...bill, cancels: content.bill?.cancels ?? bill.cancels }
}

type Deduction = Pick<ReceiptContent, 'tds_paise' | 'tds_certificate'>

/**
 * What the member deducted as tax, on the invoice and on the bill of supply: each has the share of its amount. Before
 * edition 7 the invoice had all of it.
 */
function deductedParts(content: ReceiptContent, exemptPaise: Paise): [Deduction, Deduction] {
  const { tds_paise = 0, tds_certificate, amount_paise } = content
  if (editionOf(content) < 7 || tds_paise === 0) return [{}, {}]
  const ofExempt = Math.round((tds_paise * exemptPaise) / amount_paise)
  return [
    { tds_paise: tds_paise - ofExempt, tds_certificate },
    { tds_paise: ofExempt, tds_certificate },
  ]
}

function partWith(content: ReceiptContent, isIn: (line: ReceiptLine) => boolean) {
  const parts = content.lines.map((line) => (isIn(line) ? line.paise : 0))
  return partOfLines(linesOfPart(content, parts), content)
}

/**
 * Rule 53 of the CGST Rules: the number and the day of the tax invoice, with the value and the tax that are credited.
 */
function noteOf(content: ReceiptContent, advance: AdjustedAdvance): PaperDocument | undefined {
  const { note: number, taxes, number: invoice, issued_on: invoicedOn } = advance
  if (number === undefined) return undefined
  const lines = taxes
    .filter(({ kind }) => kind === 'invoice')
    .map((tax) => {
      const { amount_paise: paise, taxable_paise } = tax
      return { line: { ...emptyLine, item: 'advance' as const, paise, taxable_paise }, tax }
    })
  return {
    ...withoutExtras(content),
    ...partOfLines(lines, content),
    number,
    cancels: invoice,
    cancels_on: invoicedOn,
    member: memberOfAdvance(content, advance),
    mode: null,
    reference: '',
    note: { kind: content.cancels === null ? 'credit' : 'debit', by: content.number },
  }
}

/** The member as named on the paper of the advance: they may have got a GSTIN since, or given it up. */
export const memberOfAdvance = (
  { member }: ReceiptContent,
  { gstin = member.gstin }: AdjustedAdvance,
): ReceiptContent['member'] => ({ ...member, gstin })

/** The numbers of the documents that an advance is on. */
export const documentsOfAdvance = ({ number, bill, taxes }: AdjustedAdvance): string[] => [
  ...new Set(taxes.map(({ kind }) => (kind === 'exempt' && bill ? bill : number))),
]

/**
 * The number of the document that cancels this document of a cancelled paper; undefined for a note that stays valid.
 */
export function cancellationNumberOf(
  { number, cancels, note }: PaperDocument,
  cancellation: ReceiptContent,
): string | undefined {
  const documents = documentsOf(cancellation)
  if (note) return documents.find((paper) => paper.note && paper.cancels === cancels)?.number
  return (documents.find((paper) => !paper.note && paper.cancels === number) ?? cancellation).number
}

/** The values that papers of one kind have. */
interface Extras {
  money_paise?: Paise | undefined
  cancelled?: CancelledPart[] | undefined
  refund?: true
}

/** The values that only the first document of a paper has. */
const withoutExtras = ({
  advance_paise: _advance,
  tds_paise: _tds,
  tds_certificate: _certificate,
  money_paise: _money,
  cancelled: _cancelled,
  adjusted: _adjusted,
  refund: _refund,
  bill: _bill,
  ...content
}: ReceiptContent & Extras): ReceiptContent => ({ ...content, owed_paise: 0 })
