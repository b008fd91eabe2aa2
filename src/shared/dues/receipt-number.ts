/** The series that number payments, and the cancellations of those payments. */
export type ReceiptSeries = 'receipt' | 'cancellation'

export interface ReceiptNumbering {
  /** '' for numbers like 'R2024-25/0001'. */
  prefix: string
  hasShortYear: boolean
}

/**
 * 'R2024-25/0001', or 'FPMA/2024-25/0001' with a prefix: receipts are numbered within a financial year,
 * and so are their cancellations, like 'R2024-25/C0001'. With short years 'JFPMA/24-25/0001' and 'JFPMA/24-25C0001'.
 */
export function receiptNumber(
  yearName: string,
  serial: number,
  { prefix, hasShortYear }: ReceiptNumbering,
  series: ReceiptSeries = 'receipt',
): string {
  const year = hasShortYear ? yearName.slice(2) : yearName
  const cancels = hasShortYear ? 'C' : '/C'
  const digits = String(serial).padStart(4, '0')
  return `${prefix ? `${prefix}/` : 'R'}${year}${series === 'cancellation' ? cancels : '/'}${digits}`
}

/** Numbers of papers of GST have at most 16 characters (CGST Rules, rule 46): 'FP/2026-27/C0001' and 'JFPMA/26-27C0001' have them. */
export const maxInvoiceNumber = 16

/** The next number of each series, from 1. */
export type NextSerials = Record<ReceiptSeries, number>

/**
 * The longest prefix with which the next numbers of both series are not too long: 2 letters, or 5 with the short year; one
 * less when a series is above 9,999.
 */
export const maxInvoicePrefix = (hasShortYear: boolean, next: NextSerials): number => {
  const numbering = { prefix: 'P', hasShortYear }
  const longest = Math.max(
    receiptNumber('2026-27', next.receipt, numbering).length,
    receiptNumber('2026-27', next.cancellation, numbering, 'cancellation').length,
  )
  return maxInvoiceNumber - longest + 1
}

export function longPrefixMessage(hasShortYear: boolean, next: NextSerials): string {
  const own = maxInvoicePrefix(hasShortYear, next)
  const short = maxInvoicePrefix(true, next)
  const letters = own === 1 ? 'letter or digit' : 'letters or digits'
  const sentence = `GST allows at most 16 characters in a number, so the prefix can have at most ${own} ${letters}`
  return hasShortYear ? sentence : `${sentence}, or ${short} with the short year`
}

export const longNumberMessage = (number: string): string =>
  `GST allows at most 16 characters in a number, and ${number} has ${number.length}. Please shorten the receipt number prefix in Settings, Receipts, then try again`
