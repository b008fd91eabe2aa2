/** What is read to find whose a line is, beside the facts of queries.ts. */
import { isNotReversed } from '#features/ledger/server/queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { withMatches } from './match-queries.ts'

/** The descriptions of the lines whose payments are recorded, with their members. */
export const listPaidNarrations = (db: Database, since: string) =>
  db
    .selectFrom('bank_line')
    .innerJoin('bank_line_entry', 'bank_line_entry.line_id', 'bank_line.id')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
    .select(['narration', 'person_id'])
    .where('bank_line.amount_paise', '>', 0)
    .where('day', '>=', since)
    .where('ledger_entry.kind', '=', 'payment')
    .where(isNotReversed)
    .execute()

/** Which of these people had another name or company at a moment. */
export async function listRenamed(
  db: Database,
  ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const renamed = new Set<string>()
  for (const some of chunks(ids, 500)) {
    const changes = await db
      .selectFrom('history')
      .select(['subject_id', 'before'])
      .where('subject', '=', 'person')
      .where('subject_id', 'in', some)
      .where('at', '>=', since)
      .execute()
    for (const { subject_id, before } of changes) {
      const values: Record<string, unknown> = before === null ? {} : JSON.parse(before)
      if (['name', 'company_name', 'business_partner'].some((field) => values[field]))
        renamed.add(subject_id)
    }
  }
  return renamed
}

/** The lines of these days, credits or debits, with the entries they are matched to. */
export async function listLinesBetween(
  db: Database,
  { from, to, sign }: { from: string; to: string; sign: 'credit' | 'debit' },
) {
  const lines = await db
    .selectFrom('bank_line')
    .select(['id', 'day', 'amount_paise', 'narration', 'reference', 'state'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('amount_paise', sign === 'credit' ? '>' : '<', 0)
    .orderBy('day')
    .orderBy('id')
    .execute()
  return withMatches(db, lines)
}
