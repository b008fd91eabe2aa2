import { sql } from 'kysely'
import { personName } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks, readInSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant, Period } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { LineState } from '../contract.ts'
import { withMatches } from './match-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    bank_line: LineRow
  }
}

/** A line of a statement; a debit has a negative amount. */
export interface LineRow {
  id: string
  statement_id: string
  row_number: number
  /** Unique: the same line of another statement is not stored again. */
  line_hash: string
  day: Day
  amount_paise: Paise
  narration: string
  reference: string
  /** The balance of the account after the line; null where the file has no balances. */
  balance_paise: Paise | null
  /** The last four digits of its account; null where the file does not name it. */
  account: string | null
  state: LineState
  decided_at: Instant | null
  decided_by: string | null
}

/** Which of these hashes are stored, each with the account of its line. */
export async function findLineHashes(
  db: Database,
  hashes: readonly string[],
): Promise<Map<string, string | null>> {
  const accountByHash = new Map<string, string | null>()
  for (const chunk of chunks(hashes, 500)) {
    const rows = await db
      .selectFrom('bank_line')
      .select(['line_hash', 'account'])
      .where('line_hash', 'in', chunk)
      .execute()
    for (const { line_hash, account } of rows) accountByHash.set(line_hash, account)
    await yieldToEventLoop()
  }
  return accountByHash
}

export interface LineBalance {
  day: Day
  amount_paise: Paise
  balance_paise: Paise
  narration: string
  reference: string
  account: string | null
}

/** The stored lines of these days that have a balance. */
export async function listLineBalances(db: Database, days: readonly Day[]): Promise<LineBalance[]> {
  const balances: LineBalance[] = []
  for (const chunk of chunks(days, 7)) {
    await yieldToEventLoop()
    const rows = await db
      .selectFrom('bank_line')
      .select(['day', 'amount_paise', 'balance_paise', 'narration', 'reference', 'account'])
      .where('day', 'in', chunk)
      .execute()
    for (const { balance_paise, ...row } of rows)
      if (balance_paise !== null) balances.push({ ...row, balance_paise })
  }
  return balances
}

type OpenDebit = Pick<
  LineRow,
  'id' | 'statement_id' | 'day' | 'amount_paise' | 'narration' | 'reference'
>

/** The open debits of these days, by day. */
export const listOpenDebits = (db: Database, { from, to }: Period) =>
  readInSteps<OpenDebit>((after) =>
    db
      .selectFrom('bank_line')
      .select(['id', 'statement_id', 'day', 'amount_paise', 'narration', 'reference'])
      .where('day', '>=', after?.day ?? from)
      .where('day', '<=', to)
      .$if(after !== undefined, (rows) =>
        rows.where(({ or, eb }) =>
          or([eb('day', '>', after?.day ?? from), eb('id', '>', after?.id ?? '')]),
        ),
      )
      .where('amount_paise', '<', 0)
      .where('state', '=', 'open')
      .orderBy('day')
      .orderBy('id')
      .limit(rowsPerRead)
      .execute(),
  )

/** The debits of these days that took something back, as an administrator confirmed, with their reversals. */
export async function listReturnedLines(db: Database, from: Day, to: Day) {
  const lines = await db
    .selectFrom('bank_line')
    .select(['id', 'day', 'amount_paise', 'narration', 'reference', 'state', 'account'])
    .where('state', '=', 'returned')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .execute()
  return withMatches(db, lines)
}

/** The lines of a statement in the order of the file, with the entries they are matched to. */
export const listLines = (db: Database, statementId: string) =>
  readInSteps<LineOfStatement>((after) => linesAfter(db, statementId, after?.row_number ?? 0))

export type LineOfStatement = Awaited<ReturnType<typeof linesAfter>>[number]

/** Each line is a row of the file. */
async function linesAfter(db: Database, statementId: string, row: number) {
  const lines = await db
    .selectFrom('bank_line')
    .leftJoin('person as admin', 'admin.id', 'bank_line.decided_by')
    .select([
      'bank_line.id',
      'bank_line.row_number',
      'bank_line.day',
      'bank_line.amount_paise',
      'bank_line.narration',
      'bank_line.reference',
      'bank_line.state',
      'bank_line.account',
      'bank_line.decided_at',
      personName('admin').as('decided_by'),
    ])
    .where('statement_id', '=', statementId)
    .where('row_number', '>', row)
    .orderBy('row_number')
    .limit(rowsPerRead)
    .execute()
  return withMatches(db, lines)
}

/** How many credits of a statement have this text of capitals and digits. */
export async function countLinesWith(
  db: Database,
  statementId: string,
  text: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('bank_line')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('statement_id', '=', statementId)
    .where('amount_paise', '>', 0)
    .where(sql<string>`upper(narration || ' ' || reference)`, 'like', `%${text}%`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findLine = (db: Database, id: string): Promise<LineRow | undefined> =>
  db.selectFrom('bank_line').selectAll().where('id', '=', id).executeTakeFirst()

/** Changes a line that is still in this state; false when it is not. */
export async function changeLine(
  db: Database,
  { id, state }: Pick<LineRow, 'id' | 'state'>,
  change: Pick<LineRow, 'state' | 'decided_at' | 'decided_by'>,
): Promise<boolean> {
  const changed = await db
    .updateTable('bank_line')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
