/** Spreadsheets as text: every cell quoted, none that a spreadsheet would run. */

/** What Excel needs to see that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

// A spreadsheet takes what begins so for a formula, or cuts it; full-width signs too.
const dangerous = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const guarded = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** An apostrophe before what a spreadsheet would run; `unguarded` takes exactly that one off again. */
export const guardedCell = (cell: string): string => (dangerous.test(cell) ? `'${cell}` : cell)
export const unguardedCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** One line of a CSV file with its CRLF: guarded, every cell in double quotes. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${guardedCell(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
