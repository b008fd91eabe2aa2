/** Reads a bank statement as HDFC, ICICI, SBI, Axis and others export it (contract 13.11). */

import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import {
  maxHeadRows,
  openSheet,
  type SheetRow,
  UnreadableRow,
} from '#platform/server/spreadsheets/sheet.ts'
import type { Day } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf, formatCount, withFullStop } from '#shared/sentences.ts'
import { readAmount } from '#shared/values/amount.ts'
import { readDay } from '#shared/values/day.ts'
import type { ChosenColumns } from '../../columns.ts'
import { type AccountRows, rowsByAccount, textOf } from './accounts.ts'
import { balanceGaps, contradictionOf } from './balance.ts'
import { amountOfCell } from './cells.ts'
import {
  type ColumnToMatch,
  columnsToMatch,
  headingKey,
  headingRowOf,
  headingsOf,
} from './chosen-columns.ts'
import { doubtfulDays, doubtfulDaysWarning } from './day-order.ts'
import {
  findStatementHeadings,
  type StatementHeadings,
  statementColumn,
  withAmounts,
} from './headings.ts'
import { distinguishesDeposits, type ReadLines, readLines } from './read-lines.ts'
import type { RawLine, Statement, StatementLine } from './statement.ts'

const maxLines = 50_000
const maxNarration = 500
const maxReference = 100

/** SBI names its text files .xls. */
const textNames = /\.(xls|txt|tsv)$/i

const noStatement = (): Refusal =>
  new Refusal(
    'invalid',
    'This file is not a bank statement: no row has headings for the date, the description and the deposits. Please download the statement from the bank as CSV or Excel',
  )

const unknownHeadings = (rows: readonly SheetRow[]): Refusal =>
  headingRowOf(rows) === undefined
    ? noStatement()
    : new Refusal(
        'invalid',
        'No row of this file has headings for the date, the description and the deposits that the portal knows. Please match its columns',
        { code: 'headings-unknown' },
      )

export interface ColumnChoice {
  /** The columns that an administrator selected for this file. */
  chosen?: ChosenColumns | undefined
  /** The columns that were matched for a row with one of these keys. */
  remembered?: (keys: readonly string[]) => Promise<ReadonlyMap<string, ChosenColumns>>
}

/** Refuses a file that is not a bank statement. */
export async function readStatement(
  file: TempUpload,
  choice: ColumnChoice = {},
): Promise<Statement> {
  const { headRows, rows } = await readRows(file)
  const headingsFound = await findHeadings(headRows, choice)
  if (!headingsFound) throw unknownHeadings(headRows)
  const titles = headRows.slice(0, Math.max(0, headingsFound.index))
  const below = [...headRows.slice(headingsFound.index + 1), ...rows]
  const accounts = rowsByAccount(below, { headings: headingsFound.headings, titles })
  const parts: Part[] = []
  let isClear = false
  for (const part of accounts) {
    await yieldToEventLoop()
    const table = await tableRows(part.rows, part.headings)
    const headings = withAmounts(part.headings, (position) =>
      table.some(({ cells }) => (amountOfCell(cells[position] ?? '')?.paise ?? 0) !== 0),
    )
    isClear ||= distinguishesDeposits(table, headings)
    parts.push({ ...part, ...(await readLines(table, headings)) })
  }
  if (!isClear) throw choice.chosen ? unclearAmounts() : unknownHeadings(headRows)
  const skipped = parts.flatMap((part) => part.skipped)
  const read = parts.flatMap(({ lines: linesOfPart }) => linesOfPart)
  const [first] = read
  if (choice.chosen && read.length <= skipped.length) throw wrongColumns()
  if (headingsFound.columns) refuseContradicted(parts, headingsFound.columns, choice)
  if (!first) throw new Refusal('invalid', noTransactions(shortened(skipped)))
  await yieldToEventLoop()
  const lines = parts.flatMap((part) => part.lines.map((line) => toLine(line, part.account)))
  await yieldToEventLoop()
  const days = read.map(({ date }) => date)
  const debits = lines.filter(({ amount_paise }) => amount_paise < 0)
  await yieldToEventLoop()
  const warnings = parts.flatMap(warningsOf)
  await yieldToEventLoop()
  return {
    account: accounts[0]?.account ?? null,
    matched: choice.chosen && headingsFound.key,
    columns_matched: headingsFound.columns !== undefined,
    from: days.reduce((one, day) => (day < one ? day : one), first.date),
    to: days.reduce((one, day) => (day > one ? day : one), first.date),
    period_end: periodEndOf(titles),
    credits: lines.filter(({ amount_paise }) => amount_paise > 0),
    debits: debits.length,
    debit_lines: debits,
    warnings: [...shortened(skipped), ...warnings],
  }
}

type Part = AccountRows & ReadLines

/** What is doubtful in the lines of an account. */
function warningsOf({ lines, ...part }: Part): string[] {
  const doubtful = doubtfulDays(lines.map(({ date }) => date)).map((at) => lines[at]?.row ?? 0)
  return [
    ...[doubtfulDaysWarning(doubtful)].filter((warning) => warning !== undefined),
    ...balanceGaps(lines, openingOf(part)),
  ]
}

/** Refuses matched columns where the balance contradicts nearly every amount, so that they are matched again. */
function refuseContradicted(
  parts: readonly Part[],
  { credit, debit, amount }: ChosenColumns,
  { chosen }: ColumnChoice,
): void {
  // Without a column of debits the balances cannot follow from the amounts.
  if (debit === undefined && amount === undefined) return
  const contradiction = contradictionOf(
    parts.map((part) => ({ lines: part.lines, opening: openingOf(part) })),
  )
  if (contradiction === undefined) return
  const why =
    contradiction === 'unrelated'
      ? 'In nearly every row the balance does not follow from the amount. Please check the columns, or leave the balance out'
      : credit === undefined
        ? 'The balance goes down where money came in. Please check how the amounts are written'
        : 'The balance goes down where money came in: are "Paid in" and "Paid out" exchanged?'
  throw new Refusal('invalid', why, chosen ? {} : { code: 'headings-unknown' })
}

interface FoundHeadings {
  headings: StatementHeadings
  /** The index of the row of headings; -1 when the file has none. */
  index: number
  /** The columns that an administrator matched, for this file or an earlier one. */
  columns?: ChosenColumns
  /** The key of the row of headings, where its columns are matched for this file. */
  key?: string | undefined
}

async function findHeadings(
  rows: readonly SheetRow[],
  { chosen, remembered }: ColumnChoice,
): Promise<FoundHeadings | undefined> {
  if (chosen) {
    const index = headingRowOf(rows)
    const row = rows[index ?? -1]
    return index === undefined
      ? undefined
      : { headings: headingsOf(chosen), index, columns: chosen, key: row && headingKey(row) }
  }
  const keys = rows.map(headingKey)
  const rememberedColumns = await remembered?.(keys)
  for (const [index, key] of keys.entries()) {
    const columns = rememberedColumns?.get(key)
    if (columns) return { headings: headingsOf(columns), index, columns }
  }
  return findStatementHeadings(rows)
}

/** Reads the columns of a file, to be matched by hand; the ones that were matched before are proposed. */
export async function readColumns(
  file: TempUpload,
  { remembered }: Pick<ColumnChoice, 'remembered'> = {},
): Promise<{ row: number; columns: ColumnToMatch[] }> {
  const { headRows } = await readRows(file)
  const index = headingRowOf(headRows)
  if (index === undefined) throw noStatement()
  const row = headRows[Math.max(0, index)]
  const key = row && index >= 0 ? headingKey(row) : ''
  const before = (await remembered?.([key]))?.get(key)
  return { row: row?.row ?? 1, columns: columnsToMatch(headRows, index, before) }
}

const unclearAmounts = (): Refusal =>
  new Refusal(
    'invalid',
    'These amounts do not say what was paid in and what was paid out. Please choose the column that says it',
  )

const wrongColumns = (): Refusal =>
  new Refusal(
    'invalid',
    'Most rows have no day or no amount in these columns. Please check your choice',
  )

const noTransactions = (skipped: readonly string[]): string =>
  ['This statement has no transactions', ...skipped].map(withFullStop).join(' ')

const toLine = (
  { row, date, amount_paise, narration, reference, balance_paise }: RawLine,
  account: string | null,
): StatementLine => ({
  row,
  date,
  amount_paise,
  narration: narration.slice(0, maxNarration),
  reference: reference.slice(0, maxReference),
  balance_paise: balance_paise ?? null,
  account,
})

async function readRows(file: TempUpload): Promise<{ headRows: SheetRow[]; rows: SheetRow[] }> {
  const sheet = await openSheet(file, {
    // If the text is divided into columns correctly, a cell with a day has nothing else.
    isHeading: (cell) => statementColumn(cell) !== undefined || readDay(cell) !== undefined,
    otherNames: textNames,
  })
  const headRows: SheetRow[] = []
  const rows: SheetRow[] = []
  try {
    for await (const chunk of sheet.rows())
      for (const row of chunk) {
        if (headRows.length < maxHeadRows) headRows.push(row)
        else rows.push(row)
        if (rows.length > maxLines)
          throw new Refusal(
            'too-large',
            `A statement may have at most ${formatCount(maxLines)} lines; please download a shorter period`,
          )
      }
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    const { row, reason } = error.error
    throw new Refusal('invalid', `Row ${row}: ${withFullStop(reason)}`)
  }
  return { headRows, rows }
}

const endOfTable = /^\W*(statement summary|end of statement|legends?\b|account summary)/i

/** The rows below the headings, up to the summary. */
async function tableRows(
  rows: readonly SheetRow[],
  { positions }: StatementHeadings,
): Promise<SheetRow[]> {
  const narration = positions.narration?.[0] ?? -1
  const isRepeatedHeading = ({ cells }: SheetRow) =>
    statementColumn(cells[narration] ?? '') === 'narration'
  const pause = pauses()
  const table: SheetRow[] = []
  for (const row of rows) {
    await pause()
    if (hasTitle(row, endOfTable)) break
    if (hasTitle(row, /[\p{L}\p{N}]/u) && !isRepeatedHeading(row)) table.push(row)
  }
  return table
}

/** Titles are in the first cells and short. */
const hasTitle = ({ cells }: SheetRow, pattern: RegExp): boolean =>
  cells.slice(0, 12).some((cell) => pattern.test(cell.slice(0, 80)))

const maxSkipped = 20

function shortened(sentences: readonly string[]): string[] {
  if (sentences.length <= maxSkipped) return [...sentences]
  const more = sentences.length - maxSkipped
  return [
    ...sentences.slice(0, maxSkipped),
    `${countOf(more, 'more row was', 'more rows were')} skipped.`,
  ]
}

const dayText = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}[-/. ]{1,2}[a-z\d]{1,9}[-/., ]{1,2}\d{2,4})`
const periodEnds = [
  `\\b(?:period|from|between|statement)\\b[^\\d]{0,30}${dayText}[ :.,-]*(?:to|till|until|and|-|–)[ :.,-]*(${dayText})(?!\\d)`,
  `\\b(?:end|to) date\\b[^\\d]{0,10}(${dayText})(?!\\d)`,
].map((pattern) => new RegExp(pattern, 'i'))

/** The last day of 'Statement from 01/11/2026 to 30/11/2026' above the headings. */
function periodEndOf(titles: readonly SheetRow[]): Day | null {
  for (const title of titles)
    for (const pattern of periodEnds) {
      const day = readDay(pattern.exec(textOf(title))?.[1] ?? '')
      if (day) return day
    }
  return null
}

/** The opening balance, from its own row or from the rows above the headings. */
function openingOf({ opening, titles }: Pick<Part, 'opening' | 'titles'>): number | undefined {
  if (opening !== undefined) return opening
  for (const title of titles) {
    const [, amount] =
      /\bopening balance\b[^\d-]{0,20}(-?[\d,]{1,20}(?:\.\d+)?)/i.exec(textOf(title)) ?? []
    if (amount) return readAmount(amount)?.paise
  }
  return undefined
}
