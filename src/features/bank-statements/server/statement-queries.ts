import { personName } from '#features/members/server/queries.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { creditStates } from '../contract.ts'
import type { LineRow } from './queries.ts'

type CreditState = (typeof creditStates)[number]

declare module '#platform/server/database/database.ts' {
  interface Tables {
    bank_statement: StatementRow
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
  imported_at: Instant
  imported_by: string | null
  /** The credits of the file, those imported before included. */
  lines: number
}

export async function insertStatement(
  db: Database,
  statement: StatementRow,
  lines: readonly LineRow[],
): Promise<void> {
  await db.insertInto('bank_statement').values(statement).execute()
  await insertRows(db, 'bank_line', lines)
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
): Promise<{ statement: string; count: number; from: Day; to: Day } | undefined> {
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
