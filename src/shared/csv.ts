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
 * The text of a cell without the marks and guards of spreadsheets (`'98765`, `'+91 …`, `="0012"`) and without invisible
 * characters; it may have several lines.
 */
export const cellText = (cell: string): string =>
  withoutTextMark(plainText(unescapeFormula(cell)).replace(/^="([^"]*)"$/, '$1'))

// What Excel would take for a number: it begins with a digit, or is one word with digits. '90s is English.
const textMark = /^'(?=[^']*$)(?=[+=-]?\p{Nd}|\S*\p{Nd}\S*$)(?!\d0s\b)/u

/** The text without the apostrophe by which Excel knows that a cell is text. */
export const withoutTextMark = (text: string): string => text.replace(textMark, '')

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
