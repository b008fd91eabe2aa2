/** Finds the account of each line of a file, which is named above the lines or in a column. */
// cspell:ignore khat kramaank kramank
import type { SheetRow } from '#platform/server/spreadsheets/sheet.ts'
import { cleanCell } from './cells.ts'
import { findStatementHeadings, type StatementHeadings } from './headings.ts'

const accountNumbers = [
  /\b(?:account|acc?t|a\/c)\.?\s*(?:no|number|num)\b\s*\.?\s*[:\-–_'#\s]*([\dx*]{2,30}\d{4}|\d{4}(?: \d{4}){2,3})(?![\dx*])/i,
  // The words for 'account number' of cooperative banks in Maharashtra and Gujarat.
  /(?:\bkhat[ae]\s*(?:kramank|kramaank|no|number|sankhya)\b|(?:खाते|खाता)\s*(?:क्रमांक|क्र|नंबर|नं|संख्या)|ખાતા\s*(?:નંબર|નં))\s*[.:\-–_'#\s]*([\dx*]{2,30}\d{4})(?![\dx*])/iu,
  // 'Statement of account 918010012345678', which is longer than any day or amount.
  /\b(?:account|acc?t|a\/c)\b[^\d]{0,20}\b([\dx*]{5,30}\d{4})(?![\d.,/x*-])/i,
]

/** The text of a row above the headings. */
export const textOf = ({ cells }: SheetRow): string =>
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

/** Whether a row below the headings has one text only, as one that names another account. */
const isTitle = ({ cells }: SheetRow): boolean =>
  cells.filter((cell) => cell.trim() !== '').length <= 2

export interface AccountRows {
  account: string | null
  headings: StatementHeadings
  /** The rows that name the account, down to its headings. */
  titles: readonly SheetRow[]
  /** The rows below. */
  rows: SheetRow[]
}

/** The rows of each account, in the order of the file. */
export function rowsByAccount(
  below: readonly SheetRow[],
  { headings, titles }: Pick<AccountRows, 'headings' | 'titles'>,
): AccountRows[] {
  const column = headings.positions.account?.[0]
  if (column !== undefined) return byColumn(below, headings, column, titles)
  const first: AccountRows = { account: accountOf(titles), headings, titles, rows: [] }
  const accounts = [first]
  let current = first
  for (const row of below) {
    const named = isTitle(row) ? accountOf([row]) : null
    if (named !== null && current.account !== null && named !== current.account) {
      current = { account: named, headings, titles: [row], rows: [] }
      accounts.push(current)
    } else current.rows.push(row)
  }
  return [first, ...accounts.slice(1).map(withOwnHeadings)]
}

const maxTitles = 30

/** An account that is named below another mostly has titles and headings of its own. */
function withOwnHeadings(account: AccountRows): AccountRows {
  const ownHeadings = findStatementHeadings(account.rows.slice(0, maxTitles))
  if (!ownHeadings) return account
  return {
    ...account,
    headings: ownHeadings.headings,
    titles: [...account.titles, ...account.rows.slice(0, ownHeadings.index)],
    rows: account.rows.slice(ownHeadings.index + 1),
  }
}

/** Groups rows by their column of accounts; a row without one belongs to the account of the row above. */
function byColumn(
  below: readonly SheetRow[],
  headings: StatementHeadings,
  column: number,
  titles: readonly SheetRow[],
): AccountRows[] {
  const accounts = new Map<string | null, AccountRows>()
  let account = accountOf(titles)
  for (const row of below) {
    account = /\d{4}(?=\D*$)/.exec(cleanCell(row.cells[column] ?? ''))?.[0] ?? account
    const withAccount = accounts.get(account)
    if (withAccount) withAccount.rows.push(row)
    else accounts.set(account, { account, headings, titles, rows: [row] })
  }
  return [...accounts.values()]
}
