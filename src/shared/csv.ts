/** Spreadsheets as text: every cell quoted, none that a spreadsheet would run. */

/** What Excel needs to see that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet takes what begins so for a formula, or cuts it; full-width signs too.
const formulaStart = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const escapedFormulaStart = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** An apostrophe before what a spreadsheet would run; `unguarded` takes exactly that one off again. */
export const escapeFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell)
export const unescapeFormula = (cell: string): string =>
  escapedFormulaStart.test(cell) ? cell.slice(1) : cell

/** One line of a CSV file with its CRLF: guarded, every cell in double quotes. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
