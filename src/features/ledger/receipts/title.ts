/** What a paper is called. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import {
  cancelledPaperOf,
  editionOf,
  isRefundNote,
  moneyWithoutRest,
  type Paper,
  paperOf,
  voucherOf,
} from './content.ts'
import type { PaperDocument } from './documents.ts'
import { receiptLabels } from './labels.ts'

const titles = {
  receipt: 'receipt',
  'tax invoice': 'invoice',
  'invoice and bill of supply': 'invoiceAndBill',
  'bill of supply': 'billOfSupply',
  cancellation: 'cancellation',
  'credit note': 'creditNote',
} as const satisfies Record<Paper, keyof typeof receiptLabels.en>

/** The name of a kind of papers. */
export const nameOfPaper = (paper: Paper, language: DocumentLanguage): string =>
  receiptLabels[language][titles[paper]]

export function titleOf(content: PaperDocument): string {
  const labels = receiptLabels[content.language]
  if (content.note) return content.note.kind === 'credit' ? labels.creditNote : labels.debitNote
  const paper = paperOf(content)
  const isNew = editionOf(content) > 1
  if (voucherOf(content))
    return isNew && paper === 'invoice and bill of supply'
      ? labels.invoiceBillAndVoucher
      : labels.invoiceAndVoucher
  if (isRefundNote(content)) return labels.refundNote
  if (moneyWithoutRest(content) !== undefined) return labels.moneyCancellation
  if (isNew && cancelledPaperOf(content) === 'bill of supply') return labels.billCancellation
  return nameOfPaper(paper, content.language)
}
