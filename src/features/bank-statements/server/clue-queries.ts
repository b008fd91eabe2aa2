/** What is read to find whose a line is, beside the facts of queries.ts. */
import { isNotReversed, shownReceipt } from '#features/ledger/server/queries.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'

/** The descriptions of the lines whose payments are recorded, with their members. */
export const listPaidNarrations = (db: Database, since: string) =>
  db
    .selectFrom('bank_line')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line.entry_id')
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

/** The lines of these days, credits or debits, with the payments they are matched to. */
export const listLinesBetween = (
  db: Database,
  { from, to, sign }: { from: string; to: string; sign: 'credit' | 'debit' },
) =>
  db
    .selectFrom('bank_line')
    .leftJoin('ledger_entry', 'ledger_entry.id', 'bank_line.entry_id')
    .select([
      'bank_line.id',
      'day',
      'bank_line.amount_paise',
      'narration',
      'bank_line.reference',
      'state',
      'entry_id',
      'ledger_entry.person_id',
      'company_name',
      'member_name',
      shownReceipt.as('receipt_number'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('bank_line.amount_paise', sign === 'credit' ? '>' : '<', 0)
    .orderBy('day')
    .orderBy('bank_line.id')
    .execute()
