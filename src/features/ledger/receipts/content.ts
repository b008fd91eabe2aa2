/** What a receipt says, stored with the payment so that every print of it is the same. */
import { z } from 'zod'
import { documentLanguages } from '#shared/association-details.ts'
import { taxKinds } from './tax.ts'

const text = z.string()
const paise = z.int()
const day = z.iso.date()

export const receiptContent = z.strictObject({
  /** The version of its layout; another one is drawn by code of its own. */
  layout: z.literal(1),
  language: z.enum(documentLanguages),
  number: text,
  issued_on: day,
  /** Of a cancellation, the number of the receipt that it cancels. */
  cancels: text.nullable(),
  /** Names that no administrator has saved are null until the first print. */
  association: z.strictObject({
    name: text.nullable(),
    website: text.nullable(),
    address: text,
    email: text,
    pan: text,
    gstin: text,
    /** Its address, empty for none; receipts of before logos were printed do not have it. */
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
  tax: z.strictObject({
    kind: z.enum(taxKinds),
    rate: z.int(),
    sac: text,
    legend: text,
    place_of_supply: text,
    taxable_paise: paise,
    cgst_paise: paise,
    sgst_paise: paise,
    igst_paise: paise,
  }),
})

export type ReceiptContent = z.output<typeof receiptContent>

/** The content with the names that every print has. */
export type PrintableReceipt = ReceiptContent & {
  association: { name: string; website: string }
}
