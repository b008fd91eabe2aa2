/** Writes CSV for spreadsheet programs: every cell quoted, and no cell read as a formula. */

/** Excel needs it to recognise UTF-8. */
export const byteOrderMark = '\uFEFF'

// Spreadsheet programs read a cell that begins like this as a formula or cut it.
const formulaStart = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const escapedFormulaStart = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** Puts an apostrophe before a cell that would be a formula; `unescapeFormula` removes exactly that one. */
export const escapeFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell)
export const unescapeFormula = (cell: string): string =>
  escapedFormulaStart.test(cell) ? cell.slice(1) : cell

/** One row of a CSV file with its CRLF: formulas escaped, every cell in double quotes. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
