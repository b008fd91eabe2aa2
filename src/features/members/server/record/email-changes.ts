/** The changes of emails by one action of an administrator: an edit, an import, an undo (contract 12.2). */
import type { Database } from '#platform/server/database/database.ts'
import { assertConfirmed } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { countOf } from '#shared/sentences.ts'
import { memberWithCompany } from '../../display-name.ts'
import type { PersonRow } from '../queries.ts'
import {
  queueSensitiveChangeMails,
  type SensitiveChange,
  type SensitiveMailWorld,
} from '../sensitive-changes.ts'
import { queueEmailChangeMails } from './email-change-mails.ts'

/** Given to `changePerson` where the email may change. */
export interface EmailChanges {
  /** Refused with 403 without a recent confirmation; mails the old and the new address of an active person. */
  add: (before: PersonRow, after: PersonRow) => Promise<void>
}

/** Runs `work`, then mails all administrators which emails it changed. Call it in the transaction of the action. */
export async function withEmailChanges<Outcome>(
  world: SensitiveMailWorld,
  db: Database,
  admin: Caller,
  work: (emails: EmailChanges) => Promise<Outcome>,
): Promise<Outcome> {
  const changes: SensitiveChange[] = []
  const outcome = await work({
    add: async (before, after) => {
      assertConfirmed(admin)
      changes.push({
        label: memberWithCompany({ ...after, email: null }),
        before: before.email,
        after: after.email,
      })
      if (before.is_active)
        await queueEmailChangeMails(
          db,
          world,
          { oldEmail: before.email, person: after },
          world.now(),
        )
    },
  })
  if (changes.length > 0)
    await queueSensitiveChangeMails(world, db, admin, {
      kind: 'member-emails-changed',
      title:
        changes.length === 1
          ? 'The email of a member was changed'
          : `The emails of ${countOf(changes.length, 'member', 'members')} were changed`,
      did: 'changed the email that these members sign in with',
      changes,
      advice:
        'If you did not expect this, check these members and speak with the other administrators.',
      button: { label: 'Open the members', href: `${world.publicUrl}/admin/members` },
    })
  return outcome
}
