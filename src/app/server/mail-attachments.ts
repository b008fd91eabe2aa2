/** The documents that mails have with them. They need several features, so they are composed here. */
import { printReceipt } from '#features/ledger/server/receipts/print-receipt.ts'
import type { MailAttachment, RenderAttachment } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'

const renderers: Record<
  string,
  (world: World, id: string) => Promise<{ filename: string; content: Buffer }>
> = {
  receipt: (world, id) => printReceipt(world, id, { client: 'mail' }),
}

/**
 * Renders 'receipt:ID'. A mail whose document does not exist any more goes out without it. Throws while too many
 * documents are waiting and while it has letters that cannot be drawn, so that the mail is sent later.
 */
export const mailAttachments =
  (world: World): RenderAttachment =>
  async (attachment): Promise<MailAttachment | undefined> => {
    const [kind = '', id = ''] = attachment.split(':')
    try {
      const printed = await renderers[kind]?.(world, id)
      return printed && { ...printed, contentType: 'application/pdf' }
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'missing') return undefined
      throw error
    }
  }
