/** Reads the data by which the member of a line is found. */
import { sql } from 'kysely'
import { isNotReversed } from '#features/ledger/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks, readInSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Day, Instant } from '#shared/dates.ts'
import { memberRoles } from '#shared/roles.ts'
import { withMatches } from './match-queries.ts'

/** The descriptions of the lines whose payments are recorded, with their members. */
export const listPaidNarrations = (db: Database, since: Day) =>
  readInSteps<{ entry_id: string; narration: string; person_id: string }>((after) =>
    paidNarrationsAfter(db, since, after?.entry_id ?? ''),
  )

/** Up to `rowsPerRead` of them, by the id of the payment, which has one line at most. */
const paidNarrationsAfter = (db: Database, since: Day, entryId: string) =>
  db
    .selectFrom('bank_line')
    .innerJoin('bank_line_entry', 'bank_line_entry.line_id', 'bank_line.id')
    .innerJoin('ledger_entry', 'ledger_entry.id', 'bank_line_entry.entry_id')
    .select(['entry_id', 'narration', 'person_id'])
    .where('entry_id', '>', entryId)
    .where('bank_line.amount_paise', '>', 0)
    .where('day', '>=', since)
    .where('ledger_entry.kind', '=', 'payment')
    .where(isNotReversed)
    .orderBy('entry_id')
    .limit(rowsPerRead)
    .execute()

/** The ids of those of these people whose name or company has changed since a moment. */
export async function listRenamed(
  db: Database,
  ids: readonly string[],
  since: Instant,
): Promise<Set<string>> {
  const renamed = new Set<string>()
  for (const chunk of chunks(ids, 500)) {
    const changes = await db
      .selectFrom('history')
      .select(['subject_id', 'before'])
      .where('subject', '=', 'person')
      .where('subject_id', 'in', chunk)
      .where('at', '>=', since)
      .execute()
    for (const { subject_id, before } of changes) {
      const values: Record<string, unknown> = before === null ? {} : JSON.parse(before)
      if (['name', 'company_name', 'business_partner'].some((field) => values[field]))
        renamed.add(subject_id)
    }
    await yieldToEventLoop()
  }
  return renamed
}

/** The ids of those of these people who have paid a part of a charge that is still open. */
export async function listPartlyPaid(db: Database, ids: readonly string[]): Promise<string[]> {
  const people = await db
    .selectFrom('open_charge')
    // The index of settlements begins with the person.
    .innerJoin('settlement', (join) =>
      join
        .onRef('settlement.person_id', '=', 'open_charge.person_id')
        .onRef('settlement.charge_id', '=', 'open_charge.charge_id'),
    )
    .select('open_charge.person_id')
    .distinct()
    .where('settlement.kind', '=', 'payment')
    .where(isOneOf(db, 'open_charge.person_id', ids))
    .execute()
  return people.map(({ person_id }) => person_id)
}

interface LinesBetween {
  from: Day
  to: Day
  sign: 'credit' | 'debit'
}

/** The lines of these days, credits or debits, with the entries they are matched to. */
export async function listLinesBetween(db: Database, { from, to, sign }: LinesBetween) {
  const days = await db
    .selectFrom('bank_line')
    .select('day')
    .distinct()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  const lines: LineOfDay[] = []
  for (const { day } of days) {
    lines.push(
      ...(await readInSteps<LineOfDay>((after) => linesOfDay(db, { day, sign }, after?.id ?? ''))),
    )
    await yieldToEventLoop()
  }
  return lines
}

type LineOfDay = Awaited<ReturnType<typeof linesOfDay>>[number]

async function linesOfDay(
  db: Database,
  { day, sign }: { day: Day; sign: LinesBetween['sign'] },
  id: string,
) {
  const lines = await db
    .selectFrom('bank_line')
    .select(['id', 'day', 'amount_paise', 'narration', 'reference', 'state', 'account'])
    .where('day', '=', day)
    .where('amount_paise', sign === 'credit' ? '>' : '<', 0)
    .where('id', '>', id)
    .orderBy('id')
    .limit(rowsPerRead)
    .execute()
  return withMatches(db, lines)
}

/** The credits of these days that have one of these texts of capitals and digits, the oldest first. */
export const listCreditsWith = (
  db: Database,
  { from, to, texts }: { from: Day; to: Day; texts: readonly string[] },
) =>
  db
    .selectFrom('bank_line')
    .select(['day', 'amount_paise', 'narration', 'reference'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('amount_paise', '>', 0)
    .where(({ or, eb }) =>
      or(
        texts.map((text) =>
          eb(sql<string>`upper(narration || ' ' || reference)`, 'like', `%${text}%`),
        ),
      ),
    )
    .orderBy('day')
    .limit(10)
    .execute()

/** The active members, by their names and numbers. */
export const listKnownMembers = (db: Database) =>
  readInSteps<Awaited<ReturnType<typeof knownMembersAfter>>[number]>((after) =>
    knownMembersAfter(db, after?.id ?? ''),
  )

const knownMembersAfter = (db: Database, id: string) =>
  db
    .selectFrom('person')
    .select([
      'id',
      'name',
      'company_name',
      'business_partner',
      'membership_number',
      'role',
      'phone_key',
    ])
    .select('shown_city as city')
    .where('role', 'in', memberRoles)
    .where('is_active', '=', true)
    .where('id', '>', id)
    .orderBy('id')
    .limit(rowsPerRead)
    .execute()

/** The receipts issued since a moment. */
export async function listReceipts(
  db: Database,
  since: Instant,
): Promise<{ receipt_number: string; person_id: string }[]> {
  const rows = await readInSteps<{ id: string; receipt_number: string | null; person_id: string }>(
    (after) =>
      db
        .selectFrom('ledger_entry')
        .select(['id', 'receipt_number', 'person_id'])
        .where('kind', '=', 'payment')
        .where('receipt_number', 'is not', null)
        .where('recorded_at', '>=', since)
        .where('id', '>', after?.id ?? '')
        .orderBy('id')
        .limit(rowsPerRead)
        .execute(),
  )
  return rows.map((row) => ({ ...row, receipt_number: row.receipt_number ?? '' }))
}
