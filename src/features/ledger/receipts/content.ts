/** The content of a receipt, stored with the payment so that every print is the same. */
import { z } from 'zod'
import { documentLanguages } from '#shared/association-details.ts'
import { day, paise } from '#shared/fields.ts'
import type { Paise } from '#shared/rupees.ts'
import { chargeItems } from '../contract.ts'
import { taxKinds } from './tax.ts'

const text = z.string()

/** What a part of the money is for. 'membership' is on old receipts, which do not name years. */
const receiptLine = z.strictObject({
  item: z.enum([...chargeItems, 'advance', 'membership']),
  /** Dues and arrears only: the financial year, like '2026-27'. */
  year: text,
  /** Other charges only: what the charge is for. */
  label: text,
  /** True for dues of a year before that of the payment. */
  is_arrears: z.boolean(),
  /** True while something of the charge is open after this payment. */
  is_part: z.boolean(),
  /** The days that settled dues cover. */
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  paise,
  /** The amount without its tax; older papers do not store it (see `taxableOfLines`). */
  taxable_paise: paise.optional(),
  /**
   * The financial year in which the charge was raised, where the money is of an earlier year: in that year it was an
   * advance. Papers from before decision 125 do not store it.
   */
  raised_in: text.optional(),
  /** The number of the charge's own paper, which states the tax already, so that this line has none. */
  invoice: text.optional(),
  /** Where the lines have different taxes: the index of its own in `taxes`. */
  tax_index: z.int().optional(),
})
export type ReceiptLine = z.output<typeof receiptLine>

const treatmentFields = { kind: z.enum(taxKinds), rate: z.int(), sac: text, legend: text }
const amountFields = {
  taxable_paise: paise,
  cgst_paise: paise,
  sgst_paise: paise,
  igst_paise: paise,
}
/** The tax of some lines; amounts are those of these lines. */
const lineTax = z.strictObject({
  ...treatmentFields,
  ...amountFields,
  amount_paise: paise,
  /** Set when the lines of a paper have different places of supply; the paper lists all of them. */
  place_of_supply: text.optional(),
})
export type LineTax = z.output<typeof lineTax>

/**
 * The part of an advance on an earlier paper that pays the charge of this paper; the advance's tax on it is reversed.
 */
const adjustedAdvance = z.strictObject({
  number: text,
  issued_on: day,
  paise,
  /** Without its tax. */
  taxable_paise: paise,
  taxes: z.array(lineTax),
  /**
   * The number of the credit note for the earlier tax invoice; members with a GSTIN only, because they took the tax of
   * that invoice as input. On a cancellation, which makes the advance available again: the number of the debit note.
   */
  note: text.optional(),
  /**
   * The member's GSTIN on the earlier paper, '' for none; it decides whether there is a note. Older papers do not store
   * it: the member's GSTIN on this paper applies.
   */
  gstin: text.optional(),
  /** The number of the bill of supply of the earlier paper, for its exempt part. */
  bill: text.optional(),
})
export type AdjustedAdvance = z.output<typeof adjustedAdvance>

/** The part of a paper that a cancellation cancels, when it is not the whole paper or there are several papers. */
const cancelledPart = adjustedAdvance.omit({ note: true, gstin: true, bill: true }).extend({
  /** What was taken before, and the numbers of the papers that took it. */
  taken_paise: paise,
  taken_by: z.array(text),
  /** The title of the paper, stored when nothing of it was left to cancel. */
  title: text.optional(),
})
export type CancelledPart = z.output<typeof cancelledPart>

const common = {
  language: z.enum(documentLanguages),
  number: text,
  issued_on: day,
  /** Names that no administrator has saved are null until the first print. */
  association: z.strictObject({
    name: text.nullable(),
    website: text.nullable(),
    address: text,
    email: text,
    pan: text,
    gstin: text,
    /** The address of the logo, empty for none; receipts from before logos were printed do not have it. */
    logo: text.optional(),
  }),
  member: z.strictObject({
    name: text,
    company_name: text,
    membership_number: text,
    address: text,
    gstin: text,
  }),
  amount_paise: paise,
  mode: text.nullable(),
  reference: text,
  paid_on: day,
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  tax: z.strictObject({ ...treatmentFields, place_of_supply: text, ...amountFields }),
}

/** What papers of all kinds state. */
const paper = {
  layout: z.literal(2),
  ...common,
  /** Their sum is the amount. */
  lines: z.array(receiptLine),
  /** What the member owed after the payment, on the day of issue. */
  owed_paise: paise,
  /** Set when the lines have different taxes: each of them; their sums are in `tax`. */
  taxes: z.array(lineTax).optional(),
  /** The part of the amount that the member deducted as tax; the rest is the money received. */
  tds_paise: paise.optional(),
  /** The numbers of its certificates, as far as they were known when the paper was issued; absent for none. */
  tds_certificate: text.optional(),
  /** The part of a tax invoice that is an advance: the paper is also its receipt voucher. Older papers lack it. */
  advance_paise: paise.optional(),
  /**
   * The edition of the wording; absent for edition 1. A stored paper keeps the wording with which it was issued.
   * - 2: lines state their rate, and what is not taxed.
   * - 3: a voucher states which other invoice may follow; a cancellation states what was taken before.
   * - 4: a tax invoice is marked as the original; lines state their place of supply where these differ.
   * - 5: deducted tax has its certificate, and the paper states that it is no money received.
   * - 6: the amount in words is below the total; the cancellation of a paper without tax states its day.
   * - 7: the invoice and the bill of supply of one payment each state their share of the deducted tax.
   */
  edition: z.literal([2, 3, 4, 5, 6, 7]).optional(),
  /** Charges that credit paid only: the papers of this credit (decision 109). */
  adjusted: z.array(adjustedAdvance).optional(),
  /**
   * The bill of supply for the exempt part of a tax invoice. Members with a GSTIN get it; one document for both parts
   * is allowed for others only (CGST Rules, rule 46A). A cancellation has its own number for the exempt part and, in
   * `cancels`, the number of the bill.
   */
  bill: z.strictObject({ number: text, cancels: text.nullable() }).optional(),
}

/** The paper of a payment, or of a charge that credit pays. */
const ownPaper = z.strictObject({ ...paper, cancels: z.null(), cancels_on: z.null() })

/** The number of the paper that this one cancels, and the day on which that one was issued. */
const cancelledPaper = { cancels: text, cancels_on: day.nullable() }

const cancellation = z.strictObject({
  ...paper,
  ...cancelledPaper,
  /** The cancelled money, on a cancellation for less, because earlier refunds had credit notes. */
  money_paise: paise.optional(),
  /** The cancelled papers, the oldest first; absent for one whole paper. `cancels` is the first. */
  cancelled: z.array(cancelledPart).optional(),
})

/** Credit that was paid back: the credit note of the paper `cancels`, which stays, and its refund voucher. */
const refundNote = z.strictObject({ ...paper, ...cancelledPaper, refund: z.literal(true) })

/** A paper as it is issued today. */
export const newContent = z.union([ownPaper, cancellation, refundNote])
export type NewContent = z.output<typeof newContent>

type OwnPaper = AnyLayout<z.output<typeof ownPaper>>
type Cancellation = AnyLayout<z.output<typeof cancellation>>
export type RefundNote = z.output<typeof refundNote>

/** A stored receipt keeps the layout with which it was issued. */
type AnyLayout<Content> = Omit<Content, 'layout'> & { layout: 1 | 2 }

export type ReceiptContent = OwnPaper | Cancellation | RefundNote

/** The first layout stated no lines: one for the days of the payment takes their place. */
const lineOfDays = ({
  valid_from,
  valid_to,
  amount_paise,
}: Pick<ReceiptContent, 'valid_from' | 'valid_to' | 'amount_paise'>): ReceiptLine => ({
  item: 'membership',
  year: '',
  label: '',
  is_arrears: false,
  is_part: false,
  valid_from,
  valid_to,
  paise: amount_paise,
})

const firstLayout = z.union([
  z.strictObject({ layout: z.literal(1), ...common, cancels: z.null() }).transform(
    (content): OwnPaper => ({
      ...content,
      cancels_on: null,
      lines: [lineOfDays(content)],
      owed_paise: 0,
    }),
  ),
  z.strictObject({ layout: z.literal(1), ...common, cancels: text }).transform(
    (content): Cancellation => ({
      ...content,
      cancels_on: null,
      lines: [lineOfDays(content)],
      owed_paise: 0,
    }),
  ),
])

/** A paper as it is stored. */
export const storedContent: z.ZodType<ReceiptContent> = z.union([newContent, firstLayout])

/** The content with the names that every print has. */
export type PrintableReceipt = ReceiptContent & {
  association: { name: string; website: string }
}

/** The taxes of a paper: one, unless its lines have different ones. */
export const taxesOf = (content: ReceiptContent): LineTax[] =>
  content.taxes ?? [{ ...content.tax, amount_paise: content.amount_paise }]

/** The places of supply of a paper: one, unless its lines have different ones. */
export const placesOf = (tax: ReceiptContent['tax']): string[] => tax.place_of_supply.split(', ')

export const taxOfLine = (content: ReceiptContent, { tax_index }: ReceiptLine): LineTax =>
  taxesOf(content)[tax_index ?? 0] ?? { ...content.tax, amount_paise: content.amount_paise }

/** The edition of a paper's wording; 1 is the first wording of its layout. */
export const editionOf = (content: ReceiptContent): number => content.edition ?? 1

/** The edition of new papers. */
export const newEdition = 7

/** The value of each line without its tax; a line without tax keeps its amount. */
export function taxableOfLines(content: ReceiptContent): number[] {
  const { lines } = content
  const left = taxesOf(content).map(({ taxable_paise }) => taxable_paise)
  return lines.map((line, index) => {
    const at = line.tax_index ?? 0
    const { taxable_paise, amount_paise } = taxOfLine(content, line)
    const isLast = !lines.slice(index + 1).some(({ tax_index }) => (tax_index ?? 0) === at)
    const rest = left[at] ?? 0
    const share =
      line.taxable_paise ??
      (isLast ? rest : Math.round((line.paise * taxable_paise) / amount_paise))
    left[at] = rest - share
    return share
  })
}

/** The advance of which a tax invoice is the receipt voucher, and the tax in it; undefined for any other paper. */
export function voucherOf(content: ReceiptContent): { paise: Paise; tax: number } | undefined {
  if (!content.advance_paise || content.cancels !== null) return undefined
  const index = content.lines.findIndex(({ item }) => item === 'advance')
  const advancePaise = content.advance_paise
  return { paise: advancePaise, tax: advancePaise - (taxableOfLines(content)[index] ?? 0) }
}

/** Whether it is the paper of credit that was paid back. */
export const isRefundNote = (content: ReceiptContent): content is RefundNote => 'refund' in content

/** The advances of earlier papers that pay the charge of this one; a cancellation gives them back. */
export const adjustedBy = (content: ReceiptContent): AdjustedAdvance[] => content.adjusted ?? []

/** Whether it is the paper of a charge that credit paid, so that no money was received with it. */
export const isOfCredit = (content: ReceiptContent): boolean => content.adjusted !== undefined

/** The papers of which a cancellation is for a part, with what it takes from each. */
export const cancelledParts = (content: ReceiptContent): CancelledPart[] =>
  ('cancelled' in content && content.cancelled) || []

/** The whole money of a paper; for a cancellation including what credit notes or papers of charges had taken before. */
export const paperPaise = (content: ReceiptContent): Paise =>
  ('money_paise' in content && content.money_paise) || content.amount_paise

/**
 * The cancelled money, if papers of charges or credit notes had used up all of its papers before; undefined otherwise.
 */
export const moneyWithoutRest = (content: ReceiptContent): number | undefined =>
  'money_paise' in content && cancelledParts(content).some(({ title }) => title !== undefined)
    ? content.money_paise
    : undefined

/** The certificate of what the member deducted as tax, '' while it is not known. */
export const certificateOf = (content: ReceiptContent): string => content.tds_certificate ?? ''

/** The tax that the member deducted from a paper's amount. */
export const tdsOf = (content: ReceiptContent): Paise => content.tds_paise ?? 0

export type Paper =
  | 'receipt'
  | 'tax invoice'
  | 'invoice and bill of supply'
  | 'bill of supply'
  | 'cancellation'
  | 'credit note'

/**
 * What a paper is by the rules of GST. A registered association issues bills of supply for exempt supplies; one paper
 * can be both invoice and bill only for members without a GSTIN (CGST Rules, rule 46A).
 */
export function paperOf(content: ReceiptContent): Paper {
  if (content.cancels === null) return ownPaperOf(content)
  return content.layout > 1 && content.tax.kind === 'invoice' ? 'credit note' : 'cancellation'
}

/** The kind of the paper that this one cancels. */
export const cancelledPaperOf = (content: ReceiptContent): Paper | undefined =>
  content.cancels === null ? undefined : ownPaperOf(content)

function ownPaperOf(content: ReceiptContent): Paper {
  const { layout, tax, association, member } = content
  if (tax.kind === 'invoice')
    return taxesOf(content).some(({ kind }) => kind === 'exempt') &&
      !(editionOf(content) > 1 && member.gstin)
      ? 'invoice and bill of supply'
      : 'tax invoice'
  return layout > 1 && tax.kind === 'exempt' && association.gstin ? 'bill of supply' : 'receipt'
}
