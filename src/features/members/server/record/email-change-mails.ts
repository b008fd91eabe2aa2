/** The mails about a change of the email a person signs in with (contract 12.2). */
import type { Database } from '#platform/server/database/database.ts'
import { greetingFor, type MailContent } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { PersonRow } from '../queries.ts'

export type MailWorld = Pick<World, 'info' | 'publicUrl'>

/**
 * Queues a mail to the old and to the new email of a person; either may be ''. Call it in the
 * transaction of the change.
 */
export async function queueEmailChangeMails(
  db: Database,
  world: MailWorld,
  { oldEmail, person }: { oldEmail: string; person: PersonRow },
  now: Date,
): Promise<void> {
  const info = world.info()
  const mails: [to: string, content: MailContent][] = [
    [oldEmail, oldEmailContent(world, person)],
    [person.email, newEmailContent(world, person)],
  ]
  for (const [to, content] of mails)
    if (to !== '')
      await queueMail(
        db,
        { kind: 'email-changed', to, subject: content.title, ...renderMail(content, info) },
        now,
      )
}

const unexpected = "Didn't expect this email? Please write to the association."

function oldEmailContent({ info }: MailWorld, { name, email }: PersonRow): MailContent {
  const { association_name: association, product_name: product } = info()
  return {
    title: `Your sign-in email for ${product} was changed`,
    paragraphs: [
      greetingFor(name),
      `${association} changed the email for your account. You can no longer sign in with this address.`,
      email === ''
        ? 'You can sign in again when the association has added a new email.'
        : `Sign-in links now go to ${maskedEmail(email)}.`,
    ],
    notes: [unexpected],
  }
}

function newEmailContent({ info, publicUrl }: MailWorld, person: PersonRow): MailContent {
  const { association_name: association, product_name: product } = info()
  const button = isMemberRole(person.role) ? 'Login as OEM / Vendor (Members only)' : 'Admin Login'
  return {
    title: `Sign in to ${product} with this email`,
    paragraphs: [
      greetingFor(person.name),
      `${association} has added this email to your account.`,
      person.role === null
        ? "Open the portal and enter this email address. We'll email you a sign-in link."
        : `You don't need a password. Open the portal, choose '${button}' and enter this email address. We'll email you a sign-in link.`,
    ],
    button: { label: 'Open the portal', href: `${publicUrl}/login` },
    notes: [unexpected],
  }
}

/** 'a•••@teak.example': enough for its owner, but not the full address for a reader of the old mailbox. */
const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')
