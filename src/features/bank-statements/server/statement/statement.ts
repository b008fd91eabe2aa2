/** The types of a bank statement that was read. */

import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'

export interface StatementLine {
  /** The number of the row as a spreadsheet program shows it. */
  row: number
  date: Day
  amount_paise: Paise
  narration: string
  reference: string
  /** The balance of the account after the line; null where the file has no balances. */
  balance_paise: Paise | null
  /** The last four digits of the account; null when the file does not name it. */
  account: string | null
}

export interface Statement {
  /** The last four digits of the first account; null when the file does not name it. */
  account: string | null
  /** Names the row of headings whose columns an administrator matched for this file; undefined without one. */
  matched?: string | undefined
  /** Whether an administrator matched the columns, for this file or an earlier one. */
  columns_matched: boolean
  /** The days of the first and the last line, debits included. */
  from: Day
  to: Day
  /** The last day of the period that the file names above its lines; null where it names none. */
  period_end: Day | null
  credits: StatementLine[]
  debits: number
  /** The debits; their amounts are negative. */
  debit_lines: StatementLine[]
  /** What an administrator should look at, as sentences. */
  warnings: string[]
}

/** A line of the statement; `amount_paise` is negative for a debit. */
export interface RawLine {
  row: number
  date: Day
  amount_paise: Paise
  balance_paise: Paise | undefined
  narration: string
  reference: string
}
