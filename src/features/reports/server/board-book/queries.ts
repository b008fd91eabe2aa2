import { duesDays } from '#features/members/dues-status.ts'
import type { Database } from '#platform/server/database/database.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import type { StateCode } from '#shared/india/states.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import type { BookMember } from '../../board-book/rules.ts'

// Whether a member has lapsed or has paid does not depend on `waived_until`, and the index lacks it.
const bookDays = duesDays.filter((name) => name !== 'waived_until')

/** All members, active or not, some at a time. */
export async function* readBookMembers(snapshot: Database): AsyncGenerator<BookMember[]> {
  const query = snapshot
    .selectFrom('person')
    .select(['id', 'role', 'created_at', 'state', ...bookDays])
    .where('role', 'in', memberRoles)
  for await (const rows of rowChunks(snapshot, query, 500))
    yield rows.map(({ role, state, ...row }) => ({
      ...row,
      waived_until: null,
      role: role as MemberRole,
      state: state === '' ? undefined : (state as StateCode),
    }))
}

/** The first and the last financial year, like '2026-27', for which dues were ever raised. */
export async function readChargedYears(
  db: Database,
): Promise<{ first: string | null; last: string | null }> {
  return db
    .selectFrom('ledger_entry')
    .select(({ fn }) => [fn.min('year').as('first'), fn.max('year').as('last')])
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow()
}

/** The names of these members for a list. */
export async function readNames(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('person')
    .select(['id', 'name', 'company_name', 'membership_number', 'is_active'])
    .where('id', 'in', ids)
    .execute()
}
