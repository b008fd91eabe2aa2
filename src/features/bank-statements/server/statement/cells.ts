/** Reads the cells of a bank statement with the value readers that forms and imports use (shared/values). */
import { cellText } from '#shared/csv.ts'
import { type Amount, readAmount } from '#shared/values/amount.ts'
import { withoutEntities } from '#shared/values/entities.ts'
import { isEmptyWord, oneLine } from '#shared/values/text.ts'

const maxCell = 2000

/** The cell as one line, without spreadsheet formula guards, control characters and repeated spaces. */
export const cleanCell = (cell: string): string =>
  oneLine(withoutEntities(cellText(cell.slice(0, maxCell))))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The amount of a cell; 0 for an empty one and for '-', 'NA' or 'Nil', undefined for a text that is no amount. */
export function amountOfCell(cell: string): Amount | undefined {
  const text = cleanCell(cell)
  return text === '' || isEmptyWord(text) ? { paise: 0, sign: undefined } : readAmount(text)
}
