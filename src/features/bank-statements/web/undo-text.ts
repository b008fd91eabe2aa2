import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { BankLine } from '../answers.ts'

/** The consequences of undoing a confirmed line, as text. */
export function undoText({ payments }: BankLine): string {
  const active = payments.filter(({ is_reversed }) => !is_reversed)
  const receipts = active.flatMap(({ receipt_number }) => receipt_number ?? [])
  const parts = active.map(
    ({ amount_paise, member }) =>
      `${formatRupees(amount_paise)} from ${member.company_name || member.name}`,
  )
  const subject = joinWithAnd(parts)
  if (parts.length > 1)
    return `${subject} are reversed in the ledger, receipts ${joinWithAnd(receipts)} are cancelled, and the line can be matched again.`
  return receipts.length > 0
    ? `${subject} is reversed in the ledger, receipt ${receipts[0]} is cancelled, and the line can be matched again.`
    : `${subject} is reversed in the ledger, and the line can be matched again.`
}
