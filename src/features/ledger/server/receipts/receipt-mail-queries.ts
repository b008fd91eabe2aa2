/** Which papers were mailed, from the outbox. */
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'

/** The prefix of the attachment name in the mail with a receipt; the id of the payment follows. */
export const receiptAttachment = 'receipt:'

/** How many of these entries have a paper that was emailed. */
export async function countReceiptMails(
  db: Database,
  entryIds: readonly string[],
): Promise<number> {
  let count = 0
  for (const ids of chunks(entryIds, 250)) {
    const attachments = ids.map((id) => `${receiptAttachment}${id}`)
    const mails = await db
      .selectFrom('outbox')
      .select('attachment')
      .distinct()
      .where('kind', '=', 'receipt')
      .where('attachment', 'in', attachments)
      .execute()
    count += mails.length
  }
  return count
}
