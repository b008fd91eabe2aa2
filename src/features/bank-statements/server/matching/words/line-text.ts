/**
 * 'TRANSFER FROM 3199410044304' and '4897737162096' in SBI's column of references are accounts of the bank for its
 * channels, which many credits have: no number of a payment.
 */
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'

const bankAccount =
  /\b(?:transfer|trf|tfr)\s+(?:from|to)\s+(?:a\/?c\s*)?\d{4,}\b|(?<![\p{L}\d])(?:4897|3199)\d{9}(?![\p{L}\d])/giu

/** A reference without the bank's own accounts. */
export const withoutAccounts = (reference: string): string =>
  reference.replace(bankAccount, ' ').trim()

/** Google Pay writes a second UPI ID with a number after a hyphen: 'ravi.kumar-1@okaxis'. */
const upiId = /[\w.]+(?:-\d{1,2})?@\w+/g

/**
 * Replaces each UPI ID of a narration by '/'. Anyone can choose the words of a UPI ID, so they do not prove a name.
 */
export const withoutUpiIds = (narration: string): string => narration.replace(upiId, '/')

/** The narration of a line with its reference: banks write numbers into either. */
export const lineText = ({
  narration,
  reference,
}: {
  narration: string
  reference: string
}): string => `${withoutAccounts(narration)} ${withoutAccounts(reference)}`.trimEnd()

export interface LineText {
  id: string
  narration: string
  reference: string
}

export interface OpenLine extends LineText {
  date: Day
  amount_paise: Paise
}
