import type { Database } from '#platform/server/database/database.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'

/** Tells a person that their second factor has changed; `device` is empty for a change by the operator. */
export async function queueSecurityMail(
  world: World,
  db: Database,
  person: { email: string; name: string },
  { change, device }: { change: string; device: string },
): Promise<void> {
  const mail = world.composeMail('security-changed', {
    to: person.email,
    name: person.name,
    values: { change, device },
    button: { label: 'Open your profile', href: `${world.publicUrl}/profile` },
  })
  await queueMail(db, mail, world.now())
}
