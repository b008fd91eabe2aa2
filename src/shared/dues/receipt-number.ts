/** The series that number payments, and the cancellations of those payments. */
export type ReceiptSeries = 'receipt' | 'cancellation'

/**
 * 'R2024-25/0001', or 'FPMA/2024-25/0001' with a prefix: receipts are numbered within a financial year,
 * and so are their cancellations, like 'R2024-25/C0001'.
 */
export const receiptNumber = (
  yearName: string,
  serial: number,
  prefix = '',
  series: ReceiptSeries = 'receipt',
): string =>
  `${prefix ? `${prefix}/` : 'R'}${yearName}/${series === 'cancellation' ? 'C' : ''}${String(serial).padStart(4, '0')}`

/** GST rules allow numbers of at most 16 characters: 'FP/2026-27/C0001' has them. */
export const maxInvoicePrefix = 2

export const longPrefixMessage =
  'GST allows invoice numbers of at most 16 characters. Use at most 2 letters or digits as the receipt number prefix while you issue tax invoices.'
