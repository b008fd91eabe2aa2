/** The mail to a new member; settings/mail-kinds.ts has its text. */
import type { Database } from '#platform/server/database/database.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import type { PersonRow } from '../queries.ts'
import { memberLogin } from './member-login.ts'

/**
 * Queues the mail to a new member: their number and how to sign in. Call it in the transaction that
 * enrols them.
 */
export const queueWelcomeMail = (
  db: Database,
  world: World,
  { email, name, company_name, membership_number }: PersonRow,
  now: Date,
): Promise<void> =>
  queueMail(
    db,
    world.composeMail('welcome', {
      to: email,
      name,
      values: { company_name, membership_number: membership_number ?? '' },
      button: { label: 'Open the portal', href: memberLogin(world, email) },
    }),
    now,
  )
