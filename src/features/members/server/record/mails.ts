/** The portal's own text of the welcome mail; the association may replace it (settings/mail-kinds.ts). */
import type { Database } from '#platform/server/database/database.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import { type Mail, queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { PersonRow } from '../queries.ts'

/**
 * Queues the mail to a new member: their number and how to sign in. Call it in the transaction that
 * enrols them.
 */
export const queueWelcomeMail = (
  db: Database,
  world: World,
  member: PersonRow,
  now: Date,
): Promise<void> => queueMail(db, welcomeMail(world, member), now)

function welcomeMail(world: World, member: PersonRow): Mail {
  const info = world.info()
  const page = world.customisedMail(
    'welcome',
    {
      title: `Welcome to ${info.association_name}`,
      paragraphs: [
        `You are now a member. Your membership number is ${member.membership_number}.`,
        `There is no password: open the portal, choose 'Login as OEM / Vendor (Members only)' and enter this e-mail address. A link to sign in comes by mail.`,
      ],
      button: { label: 'Open the portal', href: `${world.publicUrl}/login` },
      notes: ['Did you not expect this mail? Please write to the association.'],
    },
    {
      name: member.name,
      company_name: member.company_name,
      membership_number: member.membership_number ?? '',
    },
  )
  return {
    kind: 'welcome',
    to: member.email,
    subject: page.title,
    ...renderMail(page, info),
  }
}
