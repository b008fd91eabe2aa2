import { payable } from '#features/dues/dues.ts'
import { readDues } from '#features/dues/server/read-dues.ts'
import { accountOf } from '#features/ledger/account.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import { type DuesFilter, duesFilters } from '#features/members/dues-status.ts'
import { hasDues } from '#features/members/server/list/dues-status-queries.ts'
import { readSummary } from '#features/register/server/renewals/summary.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import { comparison } from './comparison.ts'

/**
 * Finds contradictions about who owes: each list and dues/dues.ts must agree on these members, and so must the
 * sums of all members.
 */
export async function statusFaults(
  db: Database,
  now: Date,
  ids?: readonly string[],
): Promise<string[]> {
  const { faults, equal } = comparison()
  const active = db
    .selectFrom('person')
    .select('id')
    .where('role', 'in', ['oem', 'vendor'])
    .where('is_active', '=', true)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
  const members = await active.execute()
  const dues = await readDues(
    db,
    members.map(({ id }) => id),
    now,
  )
  const ledgers = await listEntriesOfMembers(db, [...dues.keys()])
  for (const [id, owed] of dues)
    equal(
      `what was raised and ${id} owes`,
      payable(owed) - owed.not_raised_paise,
      accountOf(ledgers.get(id) ?? []).open_paise,
    )
  const summary = ids ? undefined : await readSummary(db, undefined, now)
  for (const filter of duesFilters) {
    const rows = await active.where(hasDues(filter, isoDay(now))).execute()
    const listed = new Set(rows.map(({ id }) => id))
    const expected = members.filter(({ id }) => matches(filter, dues.get(id)?.status))
    equal(`the list '${filter}'`, [...listed].toSorted(), expected.map(({ id }) => id).toSorted())
    if (!summary) continue
    const total = summary.dues.find((one) => one.filter === filter)
    equal(`the number of '${filter}' in the summary`, total?.members, expected.length)
    equal(
      `the sum of '${filter}' in the summary`,
      total?.owed_paise,
      sum(expected.map(({ id }) => dues.get(id)?.owed_paise ?? 0)),
    )
  }
  return faults
}

const matches = (filter: DuesFilter, status: string | undefined): boolean =>
  filter === 'paid'
    ? status === 'paid' || status === 'waived'
    : filter === 'owes'
      ? status === 'due' || status === 'lapsed'
      : status === filter
