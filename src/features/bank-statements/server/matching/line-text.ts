/**
 * 'TRANSFER FROM 3199410044304' and '4897737162096' in SBI's column of references are accounts of the bank for its
 * channels, which many credits have: no number of a payment.
 */
const account =
  /\b(?:transfer|trf|tfr)\s+(?:from|to)\s+(?:a\/?c\s*)?\d{4,}\b|(?<![\p{L}\d])(?:4897|3199)\d{9}(?![\p{L}\d])/giu

/** A reference without the bank's own accounts. */
export const withoutAccounts = (reference: string): string => reference.replace(account, ' ').trim()

/** The narration of a line with its reference: banks write numbers into either. */
export const lineText = ({
  narration,
  reference,
}: {
  narration: string
  reference: string
}): string => `${withoutAccounts(narration)} ${withoutAccounts(reference)}`.trimEnd()
