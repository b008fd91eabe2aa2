/** Imports a bank statement: its lines that were not imported before. */
import { hash } from 'node:crypto'
import type { Database } from '#platform/server/database/database.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import type { TempUpload } from '#platform/server/files/temp-files.ts'
import { countHit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { newId } from '#platform/server/ids.ts'
import { createWorkQueue } from '#platform/server/work-queue.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, numericDate, startOfDay } from '#shared/dates.ts'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import { lettersAndDigits, utrsOf } from '#shared/values/reference.ts'
import type { ImportedStatement } from '../answers.ts'
import { speaksOfReturn } from './matching/bank-words.ts'
import {
  findLineHashes,
  findStatementByFile,
  insertStatement,
  type LineRow,
  listLineBalances,
} from './queries.ts'
import { readStatement } from './statement/read-statement.ts'
import type { Statement, StatementLine } from './statement/statement.ts'

/** A statement of 50,000 lines needs memory: one at a time. */
const statementQueue = createWorkQueue({
  capacity: 1,
  concurrency: 1,
  maxWaiting: 4,
  maxWaitMs: 60_000,
})

const rateLimit = { max: 60, windowMs: minutes(60) }

export const importStatement = (
  world: World,
  admin: Caller,
  file: TempUpload,
): Promise<ImportedStatement> =>
  statementQueue(1, async () => {
    const wait = await countHit(world.db, `bank-statement:${admin.id}`, rateLimit, world.now())
    if (wait > 0)
      throw new Refusal(
        'too-many',
        `You have imported ${rateLimit.max} bank statements within an hour; please try again in ${countOf(Math.ceil(wait / 60), 'minute', 'minutes')}`,
        { retryAfter: wait },
      )
    const statement = await readStatement(file)
    return store(world, admin, file, statement).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw new Refusal(
        'conflict',
        'Another administrator has just imported lines of this statement; please try again',
      )
    })
  })

async function store(
  world: World,
  admin: Caller,
  file: TempUpload,
  { account, from, to: lastDay, period_end, credits, debits, debit_lines, warnings }: Statement,
): Promise<ImportedStatement> {
  const now = world.now()
  const to = period_end !== null && period_end > isoDay(now) ? period_end : lastDay
  return world.db.transaction().execute(async (db) => {
    const lines = [...credits, ...debit_lines]
    const hashes = await unknownHashes(lines, account, (some) => findLineHashes(db, some))
    const isToldBefore = await toldByBalance(db, account, lines)
    const unknown = lines.flatMap((line, index) => {
      const line_hash = hashes[index]
      const isKnown = isToldBefore(line) || line_hash === undefined
      return isKnown ? [] : [{ line, line_hash }]
    })
    const added = unknown.filter(({ line }) => line.amount_paise > 0)
    const late =
      to > isoDay(now)
        ? [
            `This statement ends on ${numericDate(startOfDay(to))}, after today: none of its lines is sure.`,
          ]
        : []
    const counts = {
      credits: credits.length,
      added: added.length,
      debits,
      warnings: [...late, ...warnings],
    }
    const known = credits.length - added.length
    const isNew = ({ line }: (typeof unknown)[number]) =>
      line.amount_paise > 0 || speaksOfReturn(line.narration)
    if (!unknown.some(isNew)) {
      const earlier = await findStatementByFile(db, file.sha256)
      return { id: earlier?.id ?? null, known, ...counts }
    }
    const id = newId(now)
    const statement = {
      id,
      file_name: file.name.slice(0, 200),
      file_hash: file.sha256,
      account,
      from_day: from,
      to_day: to,
      imported_at: now.toISOString(),
      imported_by: admin.id,
      lines: credits.length,
    }
    const rows = unknown.map(
      ({ line, line_hash }): LineRow => ({
        id: newId(now),
        statement_id: id,
        row_number: line.row,
        line_hash,
        day: line.date,
        amount_paise: line.amount_paise,
        narration: line.narration,
        reference: line.reference,
        balance_paise: line.balance_paise,
        state: 'open',
        decided_at: null,
        decided_by: null,
      }),
    )
    await insertStatement(db, statement, rows)
    world.log.info(
      { statement: id, person: admin.id, lines: added.length },
      'bank statement imported',
    )
    return { id, known, ...counts }
  })
}

/**
 * Whether a line is stored in other words: the bank tells a credit differently in its files, but account, day, amount
 * and balance are the same, and the two do not name different UTRs. Of several such lines of one day as many are known
 * as are stored.
 */
async function toldByBalance(
  db: Database,
  account: string | null,
  lines: readonly StatementLine[],
): Promise<(line: StatementLine) => boolean> {
  const days = [...new Set(lines.map(({ date }) => date))]
  const stored = new Map<string, string[][]>()
  for (const line of await listLineBalances(db, days))
    if (account === null || line.account === null || line.account === account) {
      const key = `${line.day} ${line.amount_paise} ${line.balance_paise}`
      stored.set(key, [...(stored.get(key) ?? []), utrsOfLine(line)])
    }
  return (line) => {
    const { date, amount_paise, balance_paise } = line
    const same = stored.get(`${date} ${amount_paise} ${balance_paise}`) ?? []
    const utrs = utrsOfLine(line)
    const index = same.findIndex(
      (others) =>
        utrs.length === 0 || others.length === 0 || utrs.some((utr) => others.includes(utr)),
    )
    if (index >= 0) same.splice(index, 1)
    return index >= 0
  }
}

const utrsOfLine = ({ narration, reference }: Pick<StatementLine, 'narration' | 'reference'>) =>
  utrsOf(`${reference} ${narration}`)

/**
 * The hash of each line that is not stored; undefined for one that is. Equal lines of one file
 * are distinguished by their order. A line of a file that names another account is another line.
 */
async function unknownHashes(
  lines: readonly StatementLine[],
  account: string | null,
  find: (hashes: readonly string[]) => Promise<Map<string, string | null>>,
): Promise<(string | undefined)[]> {
  const counts = new Map<string, number>()
  const hashes = lines.map((line) => {
    const text = [
      line.date,
      line.amount_paise,
      lettersAndDigits(line.narration),
      shortReference(line),
    ]
    const key = JSON.stringify(text)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return hash('sha256', `${key} ${count}`)
  })
  const ofAccount = hashes.map((lineHash) => hash('sha256', `${lineHash} ${account}`))
  const [stored, storedOfAccount] = [await find(hashes), await find(ofAccount)]
  return hashes.map((lineHash, index) => {
    const own = ofAccount[index] ?? ''
    if (storedOfAccount.has(own)) return undefined
    if (!stored.has(lineHash)) return lineHash
    const other = stored.get(lineHash) ?? null
    return account !== null && other !== null && other !== account ? own : undefined
  })
}

/** Some layouts pad references with zeros. */
const shortReference = ({ reference }: StatementLine): string =>
  lettersAndDigits(reference).replace(/^0+/, '')
