import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { hasEmail } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings, saveSetting } from '#platform/server/database/stored-settings.ts'

const dismissedName = 'first-day checklist'

export async function countPeople(
  db: Database,
): Promise<{ members: number; uninvited: number; admins: number }> {
  const active = db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('is_active', '=', true)
  const members = active.where(hasMemberRole)
  const counted = await Promise.all([
    members.executeTakeFirstOrThrow(),
    members
      .where('last_sign_in_at', 'is', null)
      .where('invited_at', 'is', null)
      .where(hasEmail)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('history')
              .select('history.id')
              .where('subject', '=', 'person')
              .whereRef('subject_id', '=', 'person.id')
              // Add Member and an approval, which mail how to sign in.
              .where('act', '=', 'added'),
          ),
        ),
      )
      .executeTakeFirstOrThrow(),
    active.where('role', '=', 'admin').executeTakeFirstOrThrow(),
  ])
  const [all, uninvited, admins] = counted.map(({ total }) => Number(total))
  return { members: all ?? 0, uninvited: uninvited ?? 0, admins: admins ?? 0 }
}

export const isDismissed = async (db: Database): Promise<boolean> =>
  (await readSettings(db, [dismissedName])).get(dismissedName) === 'dismissed'

export const storeDismissed = (db: Database, dismissed: boolean): Promise<void> =>
  saveSetting(db, dismissedName, dismissed ? 'dismissed' : '')
