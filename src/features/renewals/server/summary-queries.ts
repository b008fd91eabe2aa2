/** The sums of the dues of a year by type and month. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** What a member was charged for a year, and the money that settled it; never written but by triggers. */
    year_dues: {
      person_id: string
      year: string
      kind: 'charge' | 'payment' | 'waiver'
      /** ISO UTC: when the charge was recorded, or the date of the money for reports. */
      counted_at: string
      /** The first of the member, the year and the kind. */
      is_first: boolean
      paise: number
      role: string | null
    }
  }
}

interface YearSum {
  role: MemberRole
  kind: 'charge' | 'payment' | 'waiver'
  /** The number of `starts` that are not after the entry. */
  month: number
  paise: number
  /** The members whose first entry of this kind is in the month. */
  members: number
}

/**
 * The sums of a year by type of member, kind and month; `starts` are the starts of the months, ISO UTC. Each sum
 * reads its part of the index `year_dues_summed`: SQLite would sort all entries to group them.
 */
export async function sumOfYear(
  db: Database,
  year: string,
  starts: readonly string[],
): Promise<YearSum[]> {
  const sums = memberRoles.flatMap((role) =>
    (['charge', 'payment', 'waiver'] as const).flatMap((kind) =>
      ['', ...starts].map(
        (start, month) => sql`
          select ${role} as role, ${kind} as kind, ${sql.lit(month)} as month,
            coalesce(sum(paise), 0) as paise, coalesce(sum(case when is_first then 1 else 0 end), 0) as members
          from year_dues where year = ${year} and role = ${role} and kind = ${kind}
            and counted_at >= ${start} and ${starts[month] === undefined ? sql`true` : sql`counted_at < ${starts[month]}`}`,
      ),
    ),
  )
  const { rows } = await sql<YearSum>`${sql.join(sums, sql` union all `)}`.execute(db)
  return rows
}
