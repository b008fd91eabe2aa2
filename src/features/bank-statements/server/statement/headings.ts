/** Finds the row of headings of a bank statement by the words that Indian banks use (contract 13.11). */
// cspell:ignore chequeno chqno

import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { headingReadings } from '#shared/values/heading.ts'

export type StatementColumn =
  | 'date'
  | 'value_date'
  | 'narration'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'sign'
  | 'balance'
  | 'account'

const headingWords: Record<StatementColumn, string> = {
  date: 'date, txn date, transaction date, tran date, trans date, post date, posting date, posted date, txn posted date, transaction posted date, entry date, booking date, date of transaction, transaction date time, txn date time, tran date time, trans date time, date time, transaction dt, txn dt, tran dt, posting dt, दिनांक, तारीख, तिथि, लेनदेन दिनांक, लेनदेन तिथि',
  value_date: 'value dt, value date, value, मूल्य दिनांक, मूल्य तिथि',
  narration:
    'narration, description, particulars, transaction remarks, remarks, details, transaction details, transaction description, transaction particulars, txn description, description narration, narration description, payment narration, transaction narration, narrative, txn particulars, txn details, particular, remark, details of transaction, particulars of transaction, विवरण, ब्यौरा, लेनदेन विवरण',
  reference:
    'chq ref no, chq ref number, ref no cheque no, cheque number, cheque no, chq no, chq number, ref no, ref number, reference no, reference number, reference, ref chq no, ref cheque no, cheque ref no, cheque reference no, cheque reference, utr, utr no, utr number, instrument id, instrument no, instrument number, transaction id, tran id, txn id, cheque details, bank reference, bank reference no, customer reference, customer reference no, transaction reference, transaction reference no, txn ref no, txn reference no, transaction no, txn no, tran no, reference id, ref id, utr rrn, utr rrn no, cheque, chq, instr no, cheque no ref no, chqno, chequeno, चेक नं, चेक संख्या, चेक क्रमांक, संदर्भ संख्या',
  debit:
    'debit, debits, dr, debit amount, debit amt, dr amount, dr amt, withdrawal, withdrawals, withdrawal amt, withdrawal amount, withdrawn amt, withdrawal dr, debit dr, dr debit, paid out, payments, amount debited, debited amount, amount withdrawn, withdrawals dr, debits dr, withdraw, नामे, निकासी, आहरण, नावे',
  credit:
    'credit, credits, cr, credit amount, credit amt, cr amount, cr amt, deposit, deposits, deposit amt, deposit amount, deposit cr, credit cr, cr credit, paid in, receipts, amount credited, credited amount, amount deposited, deposits cr, credits cr, जमा, जमा राशि',
  amount:
    'amount, amt, transaction amount, txn amount, transaction amt, txn amt, tran amount, tran amt, net amount, राशि, रकम',
  sign: 'dr cr, cr dr, debit credit, credit debit, transaction type, txn type, type, d c, c d, dr cr indicator, cr dr indicator, debit credit indicator, credit debit indicator, indicator, debit or credit',
  balance:
    'balance, bal, closing balance, running balance, available balance, closing bal, balance amount, account balance, book balance, ledger balance, total balance, outstanding balance, balance after transaction, शेष, शेष राशि, शिल्लक',
  account:
    'account no, account number, acct no, acct number, acc no, a c no, a c number, account id',
}

/**
 * Letters only, without the currency: 'Withdrawal Amount (INR )' equals 'WITHDRAWAL AMOUNT'. The English letters where
 * there are any, else the Hindi ones.
 */
function normalise(cell: string): string {
  const text = cell
    .slice(0, 100)
    .toLowerCase()
    .replace(/\(?\s*\b(in\s+)?(inr|rs\.?|rupees)\s*\)?/g, ' ')
  return text.replace(/[^a-z]/g, '') || text.replace(/[^\p{Script=Devanagari}]/gu, '')
}

const columnByWord = new Map(
  Object.entries(headingWords).flatMap(([column, list]) =>
    list.split(', ').map((word) => [normalise(word), column as StatementColumn] as const),
  ),
)

export const statementColumn = (cell: string): StatementColumn | undefined =>
  headingReadings(cell)
    .map((reading) => columnByWord.get(normalise(reading)))
    .find((column) => column !== undefined)

export interface StatementHeadings {
  /** The positions of each column; references may be in several. */
  positions: Readonly<Partial<Record<StatementColumn, readonly number[]>>>
}

/** The row of headings among `rows` and its index; undefined when there is none. */
export function findStatementHeadings(
  rows: readonly SheetRow[],
): { headings: StatementHeadings; index: number } | undefined {
  for (const [index, { cells }] of rows.entries()) {
    const positions = positionsOf(cells)
    const both = positionsOf(joinedCells(rows[index - 1]?.cells ?? [], cells))
    // Headings in two rows: 'Debit' above 'Amount'.
    if (!positions.credit && both.credit && isStatement(both))
      return { headings: { positions: both }, index }
    if (isStatement(positions)) return { headings: { positions }, index }
  }
  return undefined
}

const joinedCells = (above: readonly string[], below: readonly string[]): string[] =>
  Array.from({ length: Math.max(above.length, below.length) }, (_, at) =>
    [above[at], below[at]].filter(Boolean).join(' '),
  )

/**
 * The headings with a column 'Debit/Credit' as the column of amounts if it contains amounts, which are then negative
 * for debits. `hasAmounts` tells whether a column has amounts.
 */
export function withAmounts(
  { positions }: StatementHeadings,
  hasAmounts: (position: number) => boolean,
): StatementHeadings {
  const { sign = [], amount, credit } = positions
  const own = amount || credit ? [] : sign.filter(hasAmounts)
  if (own.length === 0) return { positions }
  const others = sign.filter((position) => !own.includes(position))
  const { sign: _sign, ...rest } = positions
  return { positions: { ...rest, amount: own, ...(others.length > 0 && { sign: others }) } }
}

function positionsOf(cells: readonly string[]): StatementHeadings['positions'] {
  const positions: Partial<Record<StatementColumn, number[]>> = {}
  for (const [index, cell] of cells.entries()) {
    const column = statementColumn(cell)
    if (column) positions[column] = [...(positions[column] ?? []), index]
  }
  return positions
}

/** Deposits need a column of their own, or amounts; whether those say what is a deposit is known from the rows. */
const isStatement = ({
  date,
  value_date,
  narration,
  credit,
  amount,
  sign,
}: StatementHeadings['positions']): boolean =>
  Boolean((date || value_date) && narration && (credit || amount || sign))
