import { sql } from 'kysely'
import { isNotReversed, shownReceipt } from '#features/ledger/server/queries.ts'
import { personName } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { chunks, insertRows, readInSteps, rowsPerRead } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Period } from '#shared/dates.ts'
import type { creditStates, LineState } from '../contract.ts'
import { matchedLine, withMatches } from './match-queries.ts'

type CreditState = (typeof creditStates)[number]

declare module '#platform/server/database/database.ts' {
  interface Tables {
    bank_statement: StatementRow
    bank_line: LineRow
  }
}

export interface StatementRow {
  id: string
  file_name: string
  file_hash: string
  /** The last four digits; of several accounts '4321, 8765'. */
  account: string | null
  from_day: Day
  to_day: Day
  imported_at: string
  imported_by: string | null
  /** The credits of the file, those imported before included. */
  lines: number
}

/** A line of a statement; a debit has a negative amount. */
export interface LineRow {
  id: string
  statement_id: string
  row_number: number
  /** Unique: the same line of another statement is not stored again. */
  line_hash: string
  day: Day
  amount_paise: number
  narration: string
  reference: string
  /** The balance of the account after the line; null where the file has no balances. */
  balance_paise: number | null
  /** The last four digits of its account; null where the file does not name it. */
  account: string | null
  state: LineState
  decided_at: string | null
  decided_by: string | null
}

export async function insertStatement(
  db: Database,
  statement: StatementRow,
  lines: readonly LineRow[],
): Promise<void> {
  await db.insertInto('bank_statement').values(statement).execute()
  await insertRows(db, 'bank_line', lines)
}

/** Which of these hashes are stored, each with the account of its line. */
export async function findLineHashes(
  db: Database,
  hashes: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (const some of chunks(hashes, 500)) {
    const rows = await db
      .selectFrom('bank_line')
      .select(['line_hash', 'account'])
      .where('line_hash', 'in', some)
      .execute()
    for (const { line_hash, account } of rows) found.set(line_hash, account)
    await yieldToEventLoop()
  }
  return found
}

export interface LineBalance {
  day: string
  amount_paise: number
  balance_paise: number
  narration: string
  reference: string
  account: string | null
}

/** The stored lines of these days that have a balance. */
export async function listLineBalances(
  db: Database,
  days: readonly string[],
): Promise<LineBalance[]> {
  const balances: LineBalance[] = []
  for (const some of chunks(days, 7)) {
    await yieldToEventLoop()
    const rows = await db
      .selectFrom('bank_line')
      .select(['day', 'amount_paise', 'balance_paise', 'narration', 'reference', 'account'])
      .where('day', 'in', some)
      .execute()
    for (const { balance_paise, ...row } of rows)
      if (balance_paise !== null) balances.push({ ...row, balance_paise })
  }
  return balances
}

export const listStatementsOfFile = (db: Database, fileHash: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('bank_statement')
    .select('id')
    .where('file_hash', '=', fileHash)
    .orderBy('imported_at', 'desc')
    .execute()

/** The statements, newest first, or the one with an id; `by` is the name of who imported it. */
export const listStatements = (db: Database, id?: string) =>
  db
    .selectFrom('bank_statement')
    .leftJoin('person', 'person.id', 'bank_statement.imported_by')
    .selectAll('bank_statement')
    .select(personName('person').as('by'))
    .$if(id !== undefined, (rows) => rows.where('bank_statement.id', '=', id ?? ''))
    .orderBy('bank_statement.imported_at', 'desc')
    .orderBy('bank_statement.id', 'desc')
    .limit(100)
    .execute()

/** How many credits of each state these statements have. */
export async function countLines(
  db: Database,
  statementIds: readonly string[],
): Promise<{ statement_id: string; state: CreditState; count: number }[]> {
  if (statementIds.length === 0) return []
  const rows = await db
    .selectFrom('bank_line')
    .select(['statement_id', 'state', (eb) => eb.fn.countAll().as('count')])
    .where('statement_id', 'in', statementIds)
    .where('amount_paise', '>', 0)
    .groupBy(['statement_id', 'state'])
    .execute()
  return rows.flatMap(({ state, ...row }) =>
    state === 'returned' ? [] : [{ ...row, state, count: Number(row.count) }],
  )
}

/** The newest of the last statements with open credits, and how many it has; undefined without one. */
export async function findOpenStatement(
  db: Database,
): Promise<{ statement: string; count: number; from: string; to: string } | undefined> {
  const newest = await db
    .selectFrom('bank_statement')
    .select(['id as statement', 'from_day as from', 'to_day as to'])
    .orderBy('imported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(12)
    .execute()
  const counts = await countLines(
    db,
    newest.map(({ statement }) => statement),
  )
  for (const one of newest) {
    const open = counts.find(
      ({ statement_id, state }) => statement_id === one.statement && state === 'open',
    )
    if (open) return { ...one, count: open.count }
  }
  return undefined
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
          or([eb('day', '>', after?.day ?? ''), eb('id', '>', after?.id ?? '')]),
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
export async function listReturnedLines(db: Database, from: string, to: string) {
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
  readInSteps<LineOfStatement>((after) => linesBehind(db, statementId, after?.row_number ?? 0))

export type LineOfStatement = Awaited<ReturnType<typeof linesBehind>>[number]

/** Each line is a row of the file. */
async function linesBehind(db: Database, statementId: string, row: number) {
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

/** Deletes a statement with its lines, unless one of them is matched to a payment. */
export async function deleteUnmatched(db: Database, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('bank_statement')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_line')
            .innerJoin('bank_line_entry', 'bank_line_entry.line_id', 'bank_line.id')
            .select('bank_line.id')
            .whereRef('bank_line.statement_id', '=', 'bank_statement.id'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** The references of dues notices made since a moment. */
export const listNoticeReferences = (db: Database, since: string) =>
  db
    .selectFrom('dues_notice')
    .select(['reference', 'person_id'])
    .where('made_at', '>=', since)
    .execute()

/** Payments that members, or one member, have reported and that wait for a decision. */
export const listOpenReportedPayments = (db: Database, personId?: string) =>
  db
    .selectFrom('reported_payment')
    .innerJoin('person', 'person.id', 'reported_payment.person_id')
    .select(['reported_payment.id', 'reference', 'person_id', 'amount_paise', 'paid_on'])
    .select(['person.name', 'person.company_name'])
    .where('outcome', 'is', null)
    .$if(personId !== undefined, (rows) => rows.where('person_id', '=', personId ?? ''))
    .orderBy('reported_at')
    .execute()

/** The active payments paid since a moment; `line_id` is the bank line that one is matched to. */
export const listPaymentsSince = (db: Database, since: string) =>
  readInSteps<Awaited<ReturnType<typeof paymentsBehind>>[number]>((after) =>
    paymentsBehind(db, since, after),
  )

const paymentsBehind = (
  db: Database,
  since: string,
  after: { paid_at: string | null; id: string } | undefined,
) =>
  db
    .selectFrom('ledger_entry')
    .select([
      'ledger_entry.id',
      'person_id',
      'member_name',
      'company_name',
      'amount_paise',
      'mode',
      'reference',
      'paid_at',
      shownReceipt.as('receipt_number'),
      matchedLine,
    ])
    .where('kind', '=', 'payment')
    .where('paid_at', '>=', after?.paid_at ?? since)
    .$if(after !== undefined, (rows) =>
      rows.where(({ or, eb }) =>
        or([eb('paid_at', '>', after?.paid_at ?? ''), eb('ledger_entry.id', '>', after?.id ?? '')]),
      ),
    )
    .where(isNotReversed)
    .orderBy('paid_at')
    .orderBy('ledger_entry.id')
    .limit(rowsPerRead)
    .execute()

/** The refunds of credit that are not reversed, paid between two moments. */
export const listRefunds = (db: Database, since: string, until: string) =>
  db
    .selectFrom('ledger_entry')
    .select(['id', 'person_id', 'member_name', 'company_name'])
    .select(['amount_paise', 'reference', 'paid_at'])
    .where('kind', '=', 'refund')
    .where('paid_at', '>=', since)
    .where('paid_at', '<', until)
    .where(isNotReversed)
    .orderBy('paid_at')
    .orderBy('id')
    .execute()

/** The payments paid since a moment that were reversed because the bank took them back. */
export const listBouncedSince = (db: Database, since: string) =>
  db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_entry as reversal', 'reversal.reverses_id', 'ledger_entry.id')
    .select([
      'ledger_entry.id',
      'ledger_entry.person_id',
      'ledger_entry.amount_paise',
      'ledger_entry.reference',
      'ledger_entry.paid_at',
      'ledger_entry.receipt_number',
      matchedLine,
    ])
    .where('ledger_entry.kind', '=', 'payment')
    .where('ledger_entry.paid_at', '>=', since)
    .where('reversal.void_reason', '=', 'bounced')
    .orderBy('ledger_entry.id')
    .execute()

export async function isActivePayment(db: Database, id: string): Promise<boolean> {
  const payment = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'payment')
    .where(isNotReversed)
    .executeTakeFirst()
  return payment !== undefined
}

/** Opens the report that a payment had confirmed. */
export async function reopenReportedPayment(db: Database, entryId: string): Promise<void> {
  await db
    .updateTable('reported_payment')
    .set({ outcome: null, decided_at: null, decided_by: null, ledger_entry_id: null })
    .where('ledger_entry_id', '=', entryId)
    .where('outcome', '=', 'confirmed')
    .execute()
}
