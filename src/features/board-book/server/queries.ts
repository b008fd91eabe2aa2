import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { StateCode } from '#shared/india/states.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import type { BookMember, BookPart } from '../rules.ts'

/** All members, active or not. */
export async function readBookMembers(db: Database): Promise<BookMember[]> {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'role', 'created_at', 'paid_until', 'state'])
    .where('role', 'in', memberRoles)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    role: row.role as MemberRole,
    created_at: row.created_at,
    paid_until: row.paid_until,
    state: row.state === '' ? undefined : (row.state as StateCode),
  }))
}

/**
 * The charges of a year by member and month, and what payments and waivers settle of them. Month 0 is before
 * the first of `starts` (ISO UTC).
 */
export async function readBookParts(
  db: Database,
  year: string,
  starts: readonly string[],
): Promise<BookPart[]> {
  const month = sql`${sql.join(
    starts.map((start) => sql`case when counted_at >= ${start} then 1 else 0 end`),
    sql` + `,
  )}`
  const { rows } = await sql<BookPart>`
    select person_id, month, sum(paise) as paise,
      case kind when 'charge' then 'raised' when 'payment' then 'collected' else 'waived' end as figure
    from (select person_id, kind, paise, ${month} as month from year_dues where year = ${year}) dues
    group by person_id, kind, month`.execute(db)
  return rows
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

/** What a list says about these members. */
export async function readNames(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('person')
    .select(['id', 'name', 'company_name', 'membership_number', 'is_active'])
    .where('id', 'in', ids)
    .execute()
}
