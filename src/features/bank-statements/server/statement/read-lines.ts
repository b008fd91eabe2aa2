/** Reads the transactions of an account from the rows below the headings. */
// cspell:ignore quer discrepanc
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import type { Paise } from '#shared/rupees.ts'
import { withFullStop } from '#shared/sentences.ts'
import { type Amount, readSign } from '#shared/values/amount.ts'
import { columnOrder, readDay } from '#shared/values/day.ts'
import { isSummaryText } from '#shared/values/summary-row.ts'
import { latinDigits } from '#shared/values/text.ts'
import { isTransfer } from '../matching/words/bank-words.ts'
import { amountOfCell, cleanCell } from './cells.ts'
import type { StatementColumn, StatementHeadings } from './headings.ts'
import type { RawLine } from './statement.ts'

export interface ReadLines {
  lines: RawLine[]
  /** The opening balance, where a row has it. */
  opening: number | undefined
  /** Sentences about rows that were not read. */
  skipped: string[]
}

const openingText = /\b(?:opening|brought|b\W?[fd])\b/i

export async function readLines(
  rows: readonly SheetRow[],
  headings: StatementHeadings,
): Promise<ReadLines> {
  const { positions } = headings
  const lines: RawLine[] = []
  const skipped: string[] = []
  /** Texts of rows without day or amount, which continue the previous line, or the next one if that has no text. */
  let pendingTexts: string[] = []
  let opening: number | undefined
  let isBelowTotals = false
  const dateAt = (positions.date ?? positions.value_date)?.[0] ?? -1
  const narrationAt = positions.narration?.[0] ?? -1
  const pause = pauses()
  const days: string[] = []
  const lengths: number[] = []
  for (const { cells } of rows) {
    await pause()
    days.push(cleanCell((cells[dateAt] ?? '').slice(0, 30)))
    lengths.push(cleanCell(cells[narrationAt] ?? '').length)
  }
  const order = columnOrder(days)
  const width = wrapWidth(rows, headings, lengths)
  const attachPendingTexts = () => {
    const previous = lines.at(-1)
    if (previous) previous.narration = joinTexts([previous.narration, ...pendingTexts], width)
    pendingTexts = []
  }
  for (const row of rows) {
    await pause()
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
    const isTotals = hasNoAmount(row, headings) && row.cells.some((cell) => totals.test(cell))
    const isValues = isBelowTotals && hasNoAmount(row, headings) && hasOnlyNumbers(row)
    isBelowTotals = isTotals
    if (isTotals || isValues) continue
    if (date && amount) {
      const narration = cleanCell(row.cells[narrationAt] ?? '')
      const isOwn = narration !== '' && lines.length > 0
      if (isOwn) attachPendingTexts()
      lines.push({
        row: row.row,
        date,
        amount_paise: amount,
        balance_paise: balanceOf(row, headings),
        narration: joinTexts([...pendingTexts, narration], width),
        reference: referenceOf(row, headings),
      })
      pendingTexts = []
    } else if (hasNoAmount(row, headings))
      pendingTexts.push(...continuationOf(row, narrationAt, dateAt))
    else if (date === undefined ? amount : amount === undefined)
      skipped.push(skippedRow(row, date ? 'amount' : 'date'))
  }
  attachPendingTexts()
  await yieldToEventLoop()
  const carriedBalances = carriedBalanceLines(lines, opening)
  return {
    lines: lines.filter((line) => !carriedBalances.has(line)),
    opening,
    skipped: [
      ...skipped,
      ...[...carriedBalances].map(
        ({ row }) => `Row ${row} was skipped: it does not change the balance.`,
      ),
    ],
  }
}

/** Whether a row continues a description: its cells for amounts and balance are empty. */
const hasNoAmount = ({ cells }: SheetRow, { positions }: StatementHeadings): boolean =>
  (['credit', 'debit', 'amount', 'balance'] as const)
    .flatMap((column) => positions[column] ?? [])
    .every((index) => (cells[index] ?? '').trim() === '')

const minWidth = 20

/**
 * After how many letters a bank wraps descriptions to the next row, possibly within a word; undefined if rows end with
 * a word.
 */
function wrapWidth(
  rows: readonly SheetRow[],
  headings: StatementHeadings,
  lengths: readonly number[],
): number | undefined {
  let longest = 0
  let count = 0
  for (const [index, length] of lengths.entries()) {
    const [row, next] = [rows[index], rows[index + 1]]
    if (!row || length < Math.max(longest, minWidth) || hasNoAmount(row, headings)) continue
    if (length > longest) count = 0
    longest = length
    if (next && hasNoAmount(next, headings)) count += 1
  }
  return count >= 2 ? longest : undefined
}

const joinTexts = (texts: readonly string[], width: number | undefined): string =>
  texts
    .map((text) => (text.length === width ? text : `${text} `))
    .join('')
    .trim()

/**
 * The texts of a row that continues a description; empty for a footer, which has no text in the column of descriptions.
 */
function continuationOf({ cells }: SheetRow, narrationAt: number, dateAt: number): string[] {
  const narration = cleanCell(cells[narrationAt] ?? '')
  if (narration === '' || footer.test(narration)) return []
  return cells.flatMap((cell, index) => (index === dateAt ? [] : cleanCell(cell) || []))
}

/** The rows below the lines in which banks count and add up debits and credits, sometimes with their own headings. */
const totals =
  /^\W*(?:(?:total\s+)?(?:number|no\.?|count)\s+of|total(?:\s+(?:amount|value)\s+of)?)\s+(?:debits?|credits?|withdrawals?|deposits?|transactions?)\b/i

const hasOnlyNumbers = ({ cells }: SheetRow): boolean => cells.every((cell) => !/\p{L}/u.test(cell))

/** What banks print below the lines, or at the end of each page. */
const footer =
  /^\W*(?:(?:this|it) is an? (?:computer|system)|(?:computer|system)[\s-]*generated|unless the constituent|(?:the )?closing balance|(?:for )?(?:any|further) (?:quer|discrepanc)|registered office|branch address|end of (?:the )?statement|contents of this statement|note\s*:|disclaimer|page\s*(?:no\W*)?\d)/i

/**
 * Lines that only carry a balance forward: the first line if its amount is its balance, and lines that repeat the
 * previous balance when the lines after them continue from it.
 */
function carriedBalanceLines(lines: readonly RawLine[], opening: number | undefined): Set<RawLine> {
  const carriedBalances = new Set<RawLine>()
  let balance = opening
  /**
   * Whether the previous balance follows from its amount. Some banks show the closing balance of the day on every line,
   * which must not be compared.
   */
  let follows = opening !== undefined
  for (const [index, line] of lines.entries()) {
    const { balance_paise: found, amount_paise: amount } = line
    const next = lines[index + 1]
    if (found === undefined) return carriedBalances
    const goesOn = next === undefined || next.balance_paise === found + next.amount_paise
    // The first credit of an empty account looks the same, but its description names a transfer.
    const isOpening = balance === undefined && amount === found && !isTransfer(line.narration)
    const isFirst = index === 0 && next !== undefined && isOpening
    const carries = goesOn && (isFirst || (follows && balance === found))
    if (carries) carriedBalances.add(line)
    follows = carries || (balance !== undefined && found === balance + amount)
    balance = found
  }
  return carriedBalances
}

const skippedRow = ({ row }: SheetRow, cell: string): string =>
  `Row ${row} was skipped: its ${cell} could not be read.`

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

/** Whether a single column of amounts tells debits from credits: by Dr or Cr, or by a minus. */
export const distinguishesDeposits = (
  rows: readonly SheetRow[],
  { positions }: StatementHeadings,
): boolean =>
  Boolean(positions.credit || (positions.sign && positions.amount)) ||
  rows.some(({ cells }) => {
    const amount = amountOfCell(cells[positions.amount?.[0] ?? -1] ?? '')
    return amount !== undefined && (amount.sign !== undefined || amount.paise < 0)
  })

/** The amount as a signed number: negative for debits, in any column. */
const signed = ({ paise }: Amount, sign: Amount['sign']): Paise =>
  sign === 'debit' ? -Math.abs(paise) : paise

/** Negative for an overdrawn account; the second Dr/Cr column is the one of the balance. */
function balanceOf({ cells }: SheetRow, { positions }: StatementHeadings): number | undefined {
  const cell = cells[positions.balance?.[0] ?? -1] ?? ''
  if (cell.trim() === '') return undefined
  const balance = amountOfCell(cell)
  const sign = balance?.sign ?? readSign(cells[positions.sign?.[1] ?? -1] ?? '')
  return balance && signed(balance, sign)
}

/** The references of all columns of references, without meaningless ones such as zeros. */
const referenceOf = ({ cells }: SheetRow, { positions }: StatementHeadings): string =>
  (positions.reference ?? [])
    .map((index) => cleanCell(cells[index] ?? ''))
    .filter((text) => /[1-9a-z]/i.test(latinDigits(text)))
    .join(' ')
