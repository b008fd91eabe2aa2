/** Writes CSV for spreadsheet programs: every cell quoted, and no text read as a formula; numbers are numbers. */

import { plainText } from './values/text.ts'

/** Excel needs it to recognise UTF-8. */
export const byteOrderMark = '\uFEFF'

// Spreadsheet programs read a cell that begins like this as a formula or cut it.
const formulaStart = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const escapedFormulaStart = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** Puts an apostrophe before a cell that would be a formula; `unescapeFormula` removes exactly that one. */
export const escapeFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell)
export const unescapeFormula = (cell: string): string =>
  escapedFormulaStart.test(cell) ? cell.slice(1) : cell

/**
 * The text of a cell without the guards of spreadsheets (`'+91 …`, `="0012"`) and without invisible characters; it
 * may have several lines.
 */
export const cellText = (cell: string): string =>
  plainText(unescapeFormula(cell)).replace(/^="([^"]*)"$/, '$1')

/** Most cells begin with a letter or a digit, which need no pattern. */
function mayBeFormula(cell: string): boolean {
  const first = cell.charCodeAt(0)
  return first < 48 || (first > 57 && first < 65) || first >= 0xff00
}

const quoted = (cell: string): string => {
  const text = mayBeFormula(cell) ? escapeFormula(cell) : cell
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`
}

/** One row of a CSV file with its CRLF, every cell in double quotes: formulas of texts escaped, numbers as they are. */
export function csvRow(cells: readonly (string | number)[]): string {
  let row = ''
  for (const [index, cell] of cells.entries()) {
    if (index > 0) row += ','
    row += typeof cell === 'number' ? `"${cell}"` : quoted(cell)
  }
  return `${row}\r\n`
}
