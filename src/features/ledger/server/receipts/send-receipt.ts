/** The mail with a receipt; settings/mail-kinds.ts has its text. */

import type { Database } from '#platform/server/database/database.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { ReceiptContent } from '../../receipts/content.ts'
import { nameOfLine } from '../../receipts/labels.ts'
import { titleOf } from '../../receipts/title.ts'
import { noReceipt, readReceipt } from './printable-receipt.ts'
import { findReceiptEntry, type ReceiptEntry } from './queries.ts'
import { findContent } from './receipt-content.ts'
import { countReceiptMails, receiptAttachment } from './receipt-mail-queries.ts'

/** The document is rendered when the mail is sent, so that the outbox stays small. */
const attachmentOf = (entryId: string): string => `${receiptAttachment}${entryId}`

/**
 * Queues the receipt of a payment in the caller's transaction. Does nothing for a member without
 * email, for a payment without a receipt, and when the receipt was mailed before: then it is false.
 */
export async function queueReceipt(world: World, db: Database, entryId: string): Promise<boolean> {
  const entry = await findReceiptEntry(db, entryId)
  if (!entry?.email || entry.receipt_number === null) return false
  if ((await countReceiptMails(db, [entryId])) > 0) return false
  const content = await findContent(db, entryId)
  if (!content) return false
  await queueMail(db, receiptMail(world, entry, { to: entry.email, content }), world.now())
  return true
}

/** Sends the receipt again when an administrator asks for it; returns the address. */
export async function sendReceipt(world: World, entryId: string): Promise<{ email: string }> {
  const entry = await findReceiptEntry(world.db, entryId)
  if (!entry || entry.receipt_number === null) throw noReceipt()
  if (!entry.email)
    throw new Refusal('conflict', 'This member has no email address. Download the receipt instead.')
  // Rendered now, so that a receipt that cannot be printed is refused here and does not fail in the sender.
  const content = await readReceipt(world, entry)
  await queueMail(world.db, receiptMail(world, entry, { to: entry.email, content }), world.now())
  return { email: entry.email }
}

/** The mail with a receipt, with its cancellation, or with the paper of a refund. */
export const receiptMail = (
  world: World,
  entry: Pick<
    ReceiptEntry,
    'id' | 'person_name' | 'member_name' | 'company_name' | 'receipt_number' | 'amount_paise'
  >,
  { to, content }: { to: string; content: ReceiptContent },
) => ({
  ...world.composeMail(content.cancels === null ? 'receipt' : 'credit-note', {
    to,
    name: entry.person_name ?? entry.member_name,
    values: {
      company_name: entry.company_name,
      ...(content.cancels !== null && { document: titleOf({ ...content, language: 'en' }) }),
      receipt_number: entry.receipt_number ?? '',
      amount: formatRupees(Math.abs(entry.amount_paise)),
      paid_for: joinWithAnd(content.lines.map((line) => nameOfLine(line, 'en'))),
    },
    button: { label: 'View my payments', href: `${world.publicUrl}/profile` },
  }),
  attachment: attachmentOf(entry.id),
})
