/**
 * Settings by which money or mails could be led astray: where members pay, and what mails say. They change only after a
 * recent confirmation of the second factor of those who have one, and all administrators are mailed what changed.
 */
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { greetingFor } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import { type Mail, queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { settingLabels } from '../setting-labels.ts'
import { listActiveAdmins } from './queries.ts'

const paymentDetails = [
  'bank_account_name',
  'bank_name',
  'bank_account_number',
  'bank_ifsc',
  'upi_id',
  'upi_payee_name',
  'upi_merchant_code',
]

/** Names are those of the history. */
export const isGuarded = (name: string): boolean =>
  paymentDetails.includes(name) || name.startsWith('mail ')

interface GuardedChange {
  name: string
  before: string
  after: string
}

/** Mails the changes to all active administrators, in the transaction of the caller. */
export async function queueGuardedMails(
  world: World,
  db: Database,
  admin: Pick<Caller, 'id'>,
  changes: readonly GuardedChange[],
): Promise<void> {
  const admins = await listActiveAdmins(db)
  const who = admins.find(({ id }) => id === admin.id)?.name || 'An administrator'
  for (const recipient of admins)
    await queueMail(db, guardedMail(world, recipient, who, changes), world.now())
}

/** What changed, with the old and the new values. */
function guardedMail(
  world: Pick<World, 'publicUrl' | 'info'>,
  recipient: { email: string; name: string },
  who: string,
  changes: readonly GuardedChange[],
): Mail {
  const isPayment = changes.some(({ name }) => paymentDetails.includes(name))
  const title = isPayment
    ? 'The payment details of the association were changed'
    : 'The text of an email was changed'
  const content = {
    title,
    paragraphs: [
      greetingFor(recipient.name),
      `${who} changed these settings:`,
      ...changes.map(
        ({ name, before, after }) =>
          `${settingLabels[name] ?? name}\nBefore: ${shown(name, before)}\nNow: ${shown(name, after)}`,
      ),
      'If you did not expect this, check the settings and speak with the other administrators.',
    ],
    button: { label: 'Open the settings', href: `${world.publicUrl}/admin/settings` },
  }
  return {
    kind: 'settings-changed',
    to: recipient.email,
    subject: title,
    ...renderMail(content, world.info()),
  }
}

const shown = (name: string, value: string): string => {
  if (value !== '') return value
  return name.startsWith('mail ') ? 'Default text' : 'empty'
}
