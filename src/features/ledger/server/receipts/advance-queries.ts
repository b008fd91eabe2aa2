import { sql } from 'kysely'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readRows } from '#platform/server/reading/row-chunks.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import { listEntriesOfMembers, readLedgersWith } from '../queries.ts'

/** The ledgers of members with a paper from before `end` (ISO UTC), some members at a time. */
export const ledgersWithPapers = (db: Database, end: string) =>
  readLedgersWith(db, sql<boolean>`receipt_number is not null and recorded_at < ${end}`)

/**
 * The ledgers of the members whose advances a financial year may have changed, some members at a time: members with an
 * entry dated in the year (charges only where earlier money pays them), and those who had paid dues of the year ahead.
 * Stored settlements show the present: voids have removed some, and deleted members have none. Members with a void and
 * deleted members are therefore always included.
 */
export async function* ledgersOfAdvances(db: Database, { name, from, to }: FinancialYear) {
  const [start, end] = [startOfDay(from), startOfDay(addDays(to, 1))]
  // Filtered in JavaScript: a WHERE clause would block other requests while SQLite skips rows.
  const query = sql<{ person_id: string; is_affected: number }>`
    select person_id, case when recorded_at >= ${start} and (
        kind in ('reversal', 'cancellation')
        or (recorded_at < ${end} and (kind <> 'charge' or exists (
          select 1 from settlement paid
          where paid.person_id = entry.person_id and paid.charge_id = entry.id and paid.paid_on < ${from}))))
      or (paid_at >= ${start} and paid_at < ${end} and kind <> 'charge')
      or not exists (select 1 from person where person.id = entry.person_id)
      then 1 else 0 end as is_affected
    from ledger_entry entry
    union all select person_id, 1 from settlement where year = ${name} and paid_on < ${from}`
  const rows = await readRows(db, { compile: () => query.compile(db) })
  const ids = new Set(
    rows.filter(({ is_affected }) => is_affected).map(({ person_id }) => person_id),
  )
  for (const batch of chunks([...ids].toSorted(), 250)) yield await listEntriesOfMembers(db, batch)
}
