/**
 * The series of numbers: for payments, for their cancellations, and for the further documents of a paper for members
 * with a GSTIN: bills of supply, and notes (credit notes, debit notes, and cancellations of bills of supply).
 */
export type ReceiptSeries = 'receipt' | 'cancellation' | 'bill' | 'note'

const letters: Record<ReceiptSeries, string> = {
  receipt: '',
  cancellation: 'C',
  bill: 'B',
  note: 'N',
}

export interface ReceiptNumbering {
  /** '' for numbers like 'R2024-25/0001'. */
  prefix: string
  hasShortYear: boolean
}

/**
 * 'R2024-25/0001', or 'FPMA/2024-25/0001' with a prefix: receipts are numbered within a financial year, and so are
 * their cancellations, like 'R2024-25/C0001'. With short years 'JFPMA/24-25/0001' and 'JFPMA/24-25C0001'. From 10,000
 * on, the hyphen is omitted if the number would be too long for GST and fits without it: 'JFPMA/2425/10000'.
 */
export function receiptNumber(
  yearName: string,
  serial: number,
  { prefix, hasShortYear }: ReceiptNumbering,
  series: ReceiptSeries = 'receipt',
): string {
  const year = hasShortYear ? yearName.slice(2) : yearName
  const letter = letters[series]
  // With short years, the letter replaces the slash.
  const mark = letter !== '' && hasShortYear ? letter : `/${letter}`
  const digits = String(serial).padStart(4, '0')
  const numberIn = (named: string) => `${prefix ? `${prefix}/` : 'R'}${named}${mark}${digits}`
  const number = numberIn(year)
  const isGrown = serial > 9999 && number.length === maxInvoiceNumber + 1
  return isGrown ? numberIn(year.replace('-', '')) : number
}

/** The characters of a GST paper's number (CGST Rules, rule 46). */
const maxInvoiceNumber = 16

/** 'FP/2026-27/C0001' and 'JFPMA/26-27C0001' have them. */
export const maxInvoicePrefix = (hasShortYear: boolean): number => (hasShortYear ? 5 : 2)

export const longPrefixMessage = (hasShortYear: boolean): string =>
  hasShortYear
    ? 'GST allows at most 16 characters in a number, so the prefix can have at most 5 letters or digits'
    : 'GST allows at most 16 characters in a number, so the prefix can have at most 2 letters or digits, or 5 with the short year'

/** Whether a number has the form of the portal's own series. */
export const isSeriesNumber = (number: string | null): number is string =>
  /^(R|[A-Z0-9-]+\/)\d{4}-\d{2}\/C?\d{4,}$/.test(number ?? '')
