/** Reads a bank statement as HDFC, ICICI, SBI, Axis and others export it (contract 13.11). */
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import type { TempUpload } from '#platform/server/files/temp-files.ts'
import {
  maxHeadRows,
  openSheet,
  type SheetRow,
  UnreadableRow,
} from '#platform/server/spreadsheets/sheet.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf, formatCount, withFullStop } from '#shared/sentences.ts'
import { type Amount, readAmount, readSign } from '#shared/values/amount.ts'
import { columnOrder, readDay } from '#shared/values/day.ts'
import { isSummaryText } from '#shared/values/summary-row.ts'
import { latinDigits } from '#shared/values/text.ts'
import { balanceGaps } from './balance.ts'
import { amountOfCell, cleanCell } from './cells.ts'
import { doubtfulDays, doubtfulDaysWarning } from './day-order.ts'
import {
  findStatementHeadings,
  type StatementColumn,
  type StatementHeadings,
  statementColumn,
  withAmounts,
} from './headings.ts'
import type { RawLine, Statement } from './statement.ts'

const maxLines = 50_000
const maxNarration = 500
const maxReference = 100

/** SBI names its text files .xls. */
const textNames = /\.(xls|txt|tsv)$/i

const noStatement =
  'This file is not a bank statement: no row has headings for the date, the description and the deposits. Please download the statement from the bank as CSV or Excel'

/** Refuses a file that is not a bank statement. */
export async function readStatement(file: TempUpload): Promise<Statement> {
  const { headRows, rows } = await readRows(file)
  const found = findStatementHeadings(headRows)
  if (!found) throw new Refusal('invalid', noStatement)
  const titles = headRows.slice(0, found.index)
  const below = [...headRows.slice(found.index + 1), ...rows]
  const table = tableRows(below, found.headings)
  const headings = withAmounts(found.headings, (position) =>
    table.some(({ cells }) => (amountOfCell(cells[position] ?? '')?.paise ?? 0) !== 0),
  )
  if (!saysWhatIsDeposited(table, headings)) throw new Refusal('invalid', noStatement)
  const account = accountOf(titles)
  const another = accountOf(below.filter(({ cells }) => isTitle(cells)))
  if (account && another && another !== account) throw severalAccounts(account, another)
  const { lines, opening, skipped } = await readLines(table, headings)
  const [first] = lines
  if (!first) throw new Refusal('invalid', noTransactions(skipped))
  const doubtful = doubtfulDays(lines.map(({ date }) => date)).map((at) => lines[at]?.row ?? 0)
  const debits = lines.filter(({ amount_paise }) => amount_paise < 0)
  const days = lines.map(({ date }) => date).toSorted()
  return {
    account,
    from: days[0] ?? first.date,
    to: days.at(-1) ?? first.date,
    period_end: periodEndOf(titles),
    credits: lines.filter(({ amount_paise }) => amount_paise > 0).map(toLine),
    debits: debits.length,
    debit_lines: debits.map(toLine),
    warnings: [
      ...skipped,
      ...[doubtfulDaysWarning(doubtful)].filter((warning) => warning !== undefined),
      ...balanceGaps(lines, opening ?? openingOf(titles)),
    ],
  }
}

/** Whether a row below the headings has one text only, as one that names another account. */
const isTitle = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell.trim() !== '').length <= 2

const severalAccounts = (one: string, another: string): Refusal =>
  new Refusal(
    'invalid',
    `This file has several accounts, ending in ${one} and ${another}. Please import a file for each account`,
  )

const noTransactions = (skipped: readonly string[]): string =>
  ['This statement has no transactions', ...skipped].map(withFullStop).join(' ')

const toLine = ({ row, date, amount_paise, narration, reference, balance_paise }: RawLine) => ({
  row,
  date,
  amount_paise,
  narration: narration.slice(0, maxNarration),
  reference: reference.slice(0, maxReference),
  balance_paise: balance_paise ?? null,
})

async function readRows(file: TempUpload): Promise<{ headRows: SheetRow[]; rows: SheetRow[] }> {
  const sheet = await openSheet(file, {
    isHeading: (cell) => statementColumn(cell) !== undefined,
    otherNames: textNames,
  })
  const headRows: SheetRow[] = []
  const rows: SheetRow[] = []
  try {
    for await (const chunk of sheet.rows())
      for (const row of chunk) {
        if (headRows.length < maxHeadRows) headRows.push(row)
        else rows.push(row)
        if (
          headRows.length === maxHeadRows &&
          rows.length === 0 &&
          !findStatementHeadings(headRows)
        )
          throw new Refusal('invalid', noStatement)
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
function tableRows(rows: readonly SheetRow[], { positions }: StatementHeadings): SheetRow[] {
  const end = rows.findIndex((row) => hasTitle(row, endOfTable))
  const narration = positions.narration?.[0] ?? -1
  const isRepeatedHeading = ({ cells }: SheetRow) =>
    statementColumn(cells[narration] ?? '') === 'narration'
  return rows
    .slice(0, end === -1 ? undefined : end)
    .filter((row) => hasTitle(row, /[\p{L}\p{N}]/u) && !isRepeatedHeading(row))
}

/** Titles are in the first cells and short. */
const hasTitle = ({ cells }: SheetRow, pattern: RegExp): boolean =>
  cells.slice(0, 12).some((cell) => pattern.test(cell.slice(0, 80)))

interface ReadLines {
  lines: RawLine[]
  /** The opening balance, where a row has it. */
  opening: number | undefined
  /** Sentences about rows that were not read. */
  skipped: string[]
}

/** Rows that are read before other requests have their turn. */
const rowsPerTurn = 1000
const maxSkipped = 20
const openingText = /\b(?:opening|brought|b\W?[fd])\b/i

async function readLines(
  rows: readonly SheetRow[],
  headings: StatementHeadings,
): Promise<ReadLines> {
  const { positions } = headings
  const lines: RawLine[] = []
  const skipped: string[] = []
  /** Texts of rows without day or amount: they belong to the line before, or behind where that has no text. */
  let loose: string[] = []
  let opening: number | undefined
  const dateAt = (positions.date ?? positions.value_date)?.[0] ?? -1
  const narrationAt = positions.narration?.[0] ?? -1
  const order = columnOrder(rows.map(({ cells }) => cleanCell((cells[dateAt] ?? '').slice(0, 30))))
  const keepLoose = () => {
    const previous = lines.at(-1)
    if (previous) previous.narration = [previous.narration, ...loose].join(' ')
    loose = []
  }
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === 0) await yieldToEventLoop()
    if (row.unreadable) {
      skipped.push(`Row ${row.row} was skipped: ${withFullStop(row.unreadable)}`)
      continue
    }
    const summary = row.cells.slice(0, 12).find(isSummaryText)
    if (summary !== undefined) {
      if (openingText.test(summary)) opening ??= balanceOf(row, headings)
      continue
    }
    const date = readDay(cleanCell(row.cells[dateAt] ?? ''), order)
    const amount = amountOf(row, headings)
    if (date && amount) {
      const narration = cleanCell(row.cells[narrationAt] ?? '')
      const isOwn = narration !== '' && lines.length > 0
      if (isOwn) keepLoose()
      lines.push({
        row: row.row,
        date,
        amount_paise: amount,
        balance_paise: balanceOf(row, headings),
        narration: [...loose, narration].join(' ').trim(),
        reference: referenceOf(row, headings),
      })
      loose = []
    } else if (hasNoAmount(row, headings)) loose.push(...textsOf(row, dateAt))
    else if (date === undefined ? amount : amount === undefined)
      skipped.push(skippedRow(row, date ? 'amount' : 'date'))
  }
  keepLoose()
  const unmoved = unmovedLines(lines, opening)
  return {
    lines: lines.filter((line) => !unmoved.has(line)),
    opening,
    skipped: shortened([
      ...skipped,
      ...[...unmoved].map(({ row }) => `Row ${row} was skipped: it does not change the balance.`),
    ]),
  }
}

/** Whether a row continues a description: its cells for amounts and balance are empty. */
const hasNoAmount = ({ cells }: SheetRow, { positions }: StatementHeadings): boolean =>
  (['credit', 'debit', 'amount', 'balance'] as const)
    .flatMap((column) => positions[column] ?? [])
    .every((index) => (cells[index] ?? '').trim() === '')

const textsOf = ({ cells }: SheetRow, dateAt: number): string[] =>
  cells.flatMap((cell, index) => (index === dateAt ? [] : cleanCell(cell) || []))

/**
 * Rows that carry a balance: the first whose amount is its balance, and those whose balance is the one before while the
 * rows behind go on from that.
 */
function unmovedLines(lines: readonly RawLine[], opening: number | undefined): Set<RawLine> {
  const unmoved = new Set<RawLine>()
  let balance = opening
  /** Some banks show the balance of the evening on every line: it says something only where it follows from the one before. */
  let follows = opening !== undefined
  for (const [index, line] of lines.entries()) {
    const { balance_paise: found, amount_paise: amount } = line
    const next = lines[index + 1]
    if (found === undefined) return unmoved
    const goesOn = next === undefined || next.balance_paise === found + next.amount_paise
    const isFirst = index === 0 && balance === undefined && next !== undefined && amount === found
    const carries = goesOn && (isFirst || (follows && balance === found))
    if (carries) unmoved.add(line)
    follows = carries || (balance !== undefined && found === balance + amount)
    balance = found
  }
  return unmoved
}

const skippedRow = ({ row }: SheetRow, cell: string): string =>
  `Row ${row} was skipped: its ${cell} could not be read.`

function shortened(sentences: readonly string[]): string[] {
  if (sentences.length <= maxSkipped) return [...sentences]
  const more = sentences.length - maxSkipped
  return [
    ...sentences.slice(0, maxSkipped),
    `${countOf(more, 'more row was', 'more rows were')} skipped.`,
  ]
}

/** Positive for a credit, negative for a debit, 0 for a row without an amount; undefined when unreadable. */
function amountOf({ cells }: SheetRow, { positions }: StatementHeadings): number | undefined {
  const read = (column: StatementColumn): Amount | undefined =>
    amountOfCell(cells[positions[column]?.[0] ?? -1] ?? '')
  if (positions.credit) {
    const [credit, debit] = [read('credit'), read('debit')]
    if (!credit || !debit || (credit.paise !== 0 && debit.paise !== 0)) return undefined
    return signed(credit, credit.sign) - Math.abs(debit.paise)
  }
  const amount = read('amount')
  const sign = readSign(cells[positions.sign?.[0] ?? -1] ?? '') ?? amount?.sign
  if (!amount || amount.paise === 0) return amount?.paise
  if (!sign && positions.sign) return undefined
  return signed(amount, sign)
}

/** Amounts in one column need Dr or Cr, beside or behind them, or a minus before those that are paid out. */
const saysWhatIsDeposited = (
  rows: readonly SheetRow[],
  { positions }: StatementHeadings,
): boolean =>
  Boolean(positions.credit || (positions.sign && positions.amount)) ||
  rows.some(({ cells }) => {
    const amount = amountOfCell(cells[positions.amount?.[0] ?? -1] ?? '')
    return amount !== undefined && (amount.sign !== undefined || amount.paise < 0)
  })

/** A debit is negative, in whatever column it stands. */
const signed = ({ paise }: Amount, sign: Amount['sign']): number =>
  sign === 'debit' ? -Math.abs(paise) : paise

/** Negative for an overdrawn account; the second Dr/Cr column is the one of the balance. */
function balanceOf({ cells }: SheetRow, { positions }: StatementHeadings): number | undefined {
  const cell = cells[positions.balance?.[0] ?? -1] ?? ''
  if (cell.trim() === '') return undefined
  const balance = amountOfCell(cell)
  const sign = balance?.sign ?? readSign(cells[positions.sign?.[1] ?? -1] ?? '')
  return balance && signed(balance, sign)
}

/** The references of all their columns, without those that say nothing. */
const referenceOf = ({ cells }: SheetRow, { positions }: StatementHeadings): string =>
  (positions.reference ?? [])
    .map((index) => cleanCell(cells[index] ?? ''))
    .filter((text) => /[1-9a-z]/i.test(latinDigits(text)))
    .join(' ')

const accountNumbers = [
  /\b(?:account|acc?t|a\/c)\.?\s*(?:no|number|num)\b\s*\.?\s*[:\-–_'#\s]*([\dx*]{2,30}\d{4}|\d{4}(?: \d{4}){2,3})(?![\dx*])/i,
  // 'Statement of account 918010012345678', which is longer than any day or amount.
  /\b(?:account|acc?t|a\/c)\b[^\d]{0,20}\b([\dx*]{5,30}\d{4})(?![\d.,/x*-])/i,
]

const textOf = ({ cells }: SheetRow): string =>
  cells
    .map((cell) => cleanCell(cell.slice(0, 200)))
    .join(' ')
    .slice(0, 1000)

/** The last four digits of the account that the rows above the headings name. */
function accountOf(titles: readonly SheetRow[]): string | null {
  for (const title of titles) {
    const text = textOf(title)
    for (const pattern of accountNumbers) {
      const number = pattern.exec(text)?.[1]
      if (number) return number.slice(-4)
    }
  }
  return null
}

const dayText = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}[-/. ]{1,2}[a-z\d]{1,9}[-/., ]{1,2}\d{2,4})`
const periodEnds = [
  `\\b(?:period|from|between|statement)\\b[^\\d]{0,30}${dayText}[ :.,-]*(?:to|till|until|and|-|–)[ :.,-]*(${dayText})(?!\\d)`,
  `\\b(?:end|to) date\\b[^\\d]{0,10}(${dayText})(?!\\d)`,
].map((pattern) => new RegExp(pattern, 'i'))

/** The last day of 'Statement from 01/11/2026 to 30/11/2026' above the headings. */
function periodEndOf(titles: readonly SheetRow[]): string | null {
  for (const title of titles)
    for (const pattern of periodEnds) {
      const day = readDay(pattern.exec(textOf(title))?.[1] ?? '')
      if (day) return day
    }
  return null
}

/** The opening balance that the rows above the headings name. */
function openingOf(titles: readonly SheetRow[]): number | undefined {
  for (const title of titles) {
    const [, amount] =
      /\bopening balance\b[^\d-]{0,20}(-?[\d,]{1,20}(?:\.\d+)?)/i.exec(textOf(title)) ?? []
    if (amount) return readAmount(amount)?.paise
  }
  return undefined
}
