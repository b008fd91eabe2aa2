/** Imports a bank statement, its lines that were not imported before, and removes one. */
import { hash } from 'node:crypto'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { newId } from '#platform/server/core/ids.ts'
import { createWorkQueue } from '#platform/server/core/work-queue.ts'
import { lockByName } from '#platform/server/database/advisory-lock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import { inLargeTransaction } from '#platform/server/database/sqlite-dialect.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import type { World } from '#platform/server/world.ts'
import { addToList } from '#shared/add-to-list.ts'
import { isoDay, longDate } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { lettersAndDigits } from '#shared/values/reference.ts'
import type { ImportedStatement } from '../answers.ts'
import { type ChosenColumns, columnNames } from '../columns.ts'
import { findColumns, saveColumns } from './column-queries.ts'
import { utrsOfLine } from './matching/clues/references.ts'
import { isReturn, returnKind } from './matching/returns/returns.ts'
import { findLineHashes, type LineRow, listLineBalances, listOpenDebits } from './queries.ts'
import { daysAround, findRefundDebits } from './refund-debits.ts'
import { noSuchStatement, readStatements } from './review.ts'
import { readColumns, readStatement } from './statement/read-statement.ts'
import type { Statement, StatementLine } from './statement/statement.ts'
import { deleteUnmatched, insertStatement, listStatementsOfFile } from './statement-queries.ts'

/** Imports one statement at a time, because a statement of 50,000 lines needs much memory. */
const statementQueue = createWorkQueue({
  capacity: 1,
  concurrency: 1,
  maxWaiting: 4,
  maxWaitMs: 60_000,
})

const storedColumnsIn =
  ({ db }: World) =>
  (keys: readonly string[]) =>
    findColumns(db, keys)

/** The columns of a file, to be matched by hand. */
export const columnsOfFile = (world: World, file: TempUpload) =>
  readColumns(file, { remembered: storedColumnsIn(world) })

export const importStatement = (
  world: World,
  admin: Caller,
  file: TempUpload,
  chosen?: ChosenColumns,
): Promise<ImportedStatement> =>
  statementQueue(1, async () => {
    await enforceLimit(world.db, limits.bankStatements, admin.id, world.now())
    const statement = await readStatement(file, { chosen, remembered: storedColumnsIn(world) })
    return storeStatement(world, admin, { file, statement, chosen }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new Refusal(
        'conflict',
        'Another administrator has just imported lines of this statement; please try again',
      )
    })
  })

const nothingToStore =
  'This file has no credits, and none of its debits says that the bank took a payment back, so it was not stored.'

const manyLines = 2000
const inOneTransaction: typeof inLargeTransaction = (db, work) => db.transaction().execute(work)

async function storeStatement(
  world: World,
  admin: Caller,
  {
    file,
    statement: { matched, columns_matched, from, to: lastDay, period_end, ...read },
    chosen,
  }: { file: TempUpload; statement: Statement; chosen: ChosenColumns | undefined },
): Promise<ImportedStatement> {
  const now = world.now()
  const { credits, debits, debit_lines, warnings } = read
  const to = period_end !== null && period_end > isoDay(now) ? period_end : lastDay
  const inTransaction = credits.length + debits > manyLines ? inLargeTransaction : inOneTransaction
  return inTransaction(world.db, async (db) => {
    // Two files may describe one credit differently, so imports are serialised: the second sees the lines of the first.
    await lockByName(db, 'members-portal bank statements', 'exclusive')
    const lines = [...credits, ...debit_lines]
    if (chosen && matched !== undefined) {
      await removeOtherReading(db, { matched, chosen, fileHash: file.sha256 })
      await saveColumns(db, {
        heading_key: matched,
        columns: JSON.stringify(chosen),
        chosen_at: now.toISOString(),
        chosen_by: admin.id,
      })
    }
    const unknown = await findUnknownLines(db, lines)
    const added = unknown.filter(({ line }) => line.amount_paise > 0)
    const futureWarning =
      to > isoDay(now)
        ? [`This statement ends on ${longDate(to)}, after today: none of its lines is sure.`]
        : []
    const addedDebits = unknown.flatMap(({ line, line_hash }) =>
      line.amount_paise < 0 ? [{ ...line, id: line_hash, day: line.date }] : [],
    )
    const earlierDebits = await listOpenDebits(db, daysAround({ from, to }))
    const refunds = await findRefundDebits(db, [...earlierDebits, ...addedDebits])
    const aboutReturns = addedDebits.filter(
      ({ id: debitId, narration }) => returnKind(narration) !== undefined && !refunds.has(debitId),
    )
    const counts = {
      credits: credits.length,
      added: added.length,
      debits,
      returns: aboutReturns.filter(({ narration }) => isReturn(narration)).length,
      warnings: [...futureWarning, ...warnings],
      columns_matched,
    }
    const knownCount = credits.length - added.length
    if (counts.added + aboutReturns.length === 0) {
      const [earlier] = await listStatementsOfFile(db, file.sha256)
      const onlyDebits = credits.length === 0 && earlier === undefined ? [nothingToStore] : []
      return {
        id: earlier?.id ?? null,
        known: knownCount,
        ...counts,
        warnings: [...counts.warnings, ...onlyDebits],
      }
    }
    const id = newId(now)
    const statement = {
      id,
      file_name: file.name.slice(0, 200),
      file_hash: file.sha256,
      account: accountsOf(lines),
      from_day: from,
      to_day: to,
      imported_at: now.toISOString(),
      imported_by: admin.id,
      lines: credits.length,
    }
    await insertStatement(db, statement, await rowsOf(unknown, id, now))
    world.log.info(
      { statement: id, person: admin.id, lines: added.length },
      'bank statement imported',
    )
    return { id, known: knownCount, ...counts }
  })
}

interface UnknownLine {
  line: StatementLine
  line_hash: string
}

/** The lines that no statement has yet, neither from this file nor from another file of the account. */
async function findUnknownLines(
  db: Database,
  lines: readonly StatementLine[],
): Promise<UnknownLine[]> {
  const hashes = await unknownHashes(lines, (chunk) => findLineHashes(db, chunk))
  const isStoredAlready = await findStoredByBalance(db, lines)
  const pause = pauses()
  const unknown: UnknownLine[] = []
  for (const [index, line] of lines.entries()) {
    await pause()
    const line_hash = hashes[index]
    if (!isStoredAlready(line) && line_hash !== undefined) unknown.push({ line, line_hash })
  }
  return unknown
}

async function rowsOf(
  unknown: readonly UnknownLine[],
  statementId: string,
  now: Date,
): Promise<LineRow[]> {
  const pause = pauses()
  const rows: LineRow[] = []
  for (const { line, line_hash } of unknown) {
    await pause()
    rows.push({
      id: newId(now),
      statement_id: statementId,
      row_number: line.row,
      line_hash,
      day: line.date,
      amount_paise: line.amount_paise,
      narration: line.narration,
      reference: line.reference,
      balance_paise: line.balance_paise,
      account: line.account,
      state: 'open',
      decided_at: null,
      decided_by: null,
    })
  }
  return rows
}

/** Deletes the statements of this file that were read with other columns, because their lines are wrong. */
async function removeOtherReading(
  db: Database,
  { matched, chosen, fileHash }: { matched: string; chosen: ChosenColumns; fileHash: string },
): Promise<void> {
  const before = (await findColumns(db, [matched])).get(matched)
  if (!before || columnNames.every((name) => before[name] === chosen[name])) return
  for (const { id } of await listStatementsOfFile(db, fileHash))
    if (!(await deleteUnmatched(db, id)))
      throw new Refusal(
        'conflict',
        'Payments are matched to lines of this file, which were read with other columns. Undo them first, then choose the columns again',
      )
}

/** The last four digits of the account; '4321, 8765' for several, in their order. */
function accountsOf(lines: readonly StatementLine[]): string | null {
  const accounts = new Set(lines.flatMap(({ account }) => (account === null ? [] : [account])))
  return accounts.size === 0 ? null : [...accounts].toSorted().join(', ')
}

/**
 * Returns a function that tests whether a line is stored already with a different description: account, day, amount and
 * balance are equal, and the two do not have different UTRs. If a file has several such lines, only as many count as
 * stored as the database has.
 */
async function findStoredByBalance(
  db: Database,
  lines: readonly StatementLine[],
): Promise<(line: StatementLine) => boolean> {
  const pause = pauses()
  const days = [...new Set(lines.map(({ date }) => date))]
  const stored = new Map<string, { account: string | null; utrs: string[] }[]>()
  for (const line of await listLineBalances(db, days)) {
    await pause()
    const key = `${line.day} ${line.amount_paise} ${line.balance_paise}`
    const one = { account: line.account, utrs: utrsOfLine(line) }
    addToList(stored, key, one)
  }
  return (line) => {
    const { date, amount_paise, balance_paise, account } = line
    const same = stored.get(`${date} ${amount_paise} ${balance_paise}`) ?? []
    const utrs = utrsOfLine(line)
    const index = same.findIndex(
      (other) =>
        (account === null || other.account === null || other.account === account) &&
        (utrs.length === 0 ||
          other.utrs.length === 0 ||
          utrs.some((utr) => other.utrs.includes(utr))),
    )
    if (index >= 0) same.splice(index, 1)
    return index >= 0
  }
}

/**
 * The hash of each line that is not stored, and undefined for the others. Equal lines of one account in a file are
 * distinguished by their order. Equal lines of different accounts are different lines.
 */
async function unknownHashes(
  lines: readonly StatementLine[],
  find: (hashes: readonly string[]) => Promise<Map<string, string | null>>,
): Promise<(string | undefined)[]> {
  const pause = pauses()
  const counts = new Map<string, number>()
  const hashes: string[] = []
  const ofAccount: string[] = []
  for (const line of lines) {
    await pause()
    const text = [
      line.date,
      line.amount_paise,
      lettersAndDigits(line.narration),
      shortReference(line),
    ]
    const key = JSON.stringify(text)
    const count = (counts.get(`${line.account} ${key}`) ?? 0) + 1
    counts.set(`${line.account} ${key}`, count)
    const lineHash = hash('sha256', `${key} ${count}`)
    hashes.push(lineHash)
    ofAccount.push(hash('sha256', `${lineHash} ${line.account}`))
  }
  const [stored, storedOfAccount] = [await find(hashes), await find(ofAccount)]
  await yieldToEventLoop()
  return lines.map(({ account }, index) => {
    const [lineHash = '', own = ''] = [hashes[index], ofAccount[index]]
    if (storedOfAccount.has(own)) return undefined
    if (!stored.has(lineHash)) {
      stored.set(lineHash, account)
      return lineHash
    }
    const storedAccount = stored.get(lineHash) ?? null
    return account !== null && storedAccount !== null && storedAccount !== account ? own : undefined
  })
}

/** Some layouts pad references with zeros. */
const shortReference = ({ reference }: StatementLine): string =>
  lettersAndDigits(reference).replace(/^0+/, '')

/** Deletes a statement of which no line is matched to a payment. */
export async function removeStatement({ db }: World, id: string): Promise<void> {
  if (await deleteUnmatched(db, id)) return
  const [statement] = await readStatements({ db }, id)
  if (!statement) throw noSuchStatement()
  throw new Refusal(
    'conflict',
    'Payments are matched to this statement, so it cannot be deleted. Undo them first',
  )
}
