import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { hasEmail } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'

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

export async function isDismissed(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', dismissedName)
    .executeTakeFirst()
  return row?.value === 'dismissed'
}

export async function storeDismissed(db: Database, dismissed: boolean): Promise<void> {
  const value = dismissed ? 'dismissed' : ''
  await db
    .insertInto('setting')
    .values({ name: dismissedName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
