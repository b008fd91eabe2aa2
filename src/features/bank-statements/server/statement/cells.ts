/** Reads the cells of a bank statement: amounts, dates and texts. */
import { readDate } from '#platform/server/spreadsheets/date-cell.ts'
import { unescapeFormula } from '#shared/csv.ts'
import { parseRupees } from '#shared/rupees.ts'

const maxCell = 2000

/** Without the guards of spreadsheets (`'-5`, `="0012"`), control characters and repeated spaces. */
export const cleanCell = (cell: string): string =>
  unescapeFormula(cell.slice(0, maxCell))
    .replace(/^="(.*)"$/s, '$1')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()

export interface Amount {
  /** Whole paise, negative for a minus sign or parentheses. */
  paise: number
  /** What is written behind the amount. */
  sign: 'debit' | 'credit' | undefined
}

/** The longest text that may be an amount. */
const maxAmount = 40

/** '1,25,000.00', '₹ 500', '(250.00)', '118.5 Cr', '-'; undefined for a text that is no amount. */
export function readAmount(cell: string): Amount | undefined {
  const text = cleanCell(cell)
  if (/^[-–.]?$/.test(text)) return { paise: 0, sign: undefined }
  if (text.length > maxAmount) return undefined
  const [, number = '', suffix] = text.match(/^(.*?)\s*\(?\s*(cr|dr)?\.?\s*\)?$/i) ?? []
  const isNegative = /^\(|^[-–−]|-$/.test(text)
  const plain = number.replace(/^[-–−(\s]+|[-)\s]+$/g, '').replaceAll(' ', '')
  const paise = parseRupees(roundFloat(plain))
  if (paise === undefined) return undefined
  return { paise: isNegative && paise > 0 ? -paise : paise, sign: readSign(suffix ?? '') }
}

/** A workbook may hold 1180.1 as 1180.0999999999999. */
const roundFloat = (text: string): string =>
  /^\d{1,12}\.\d{3,}$/.test(text) ? Number(text).toFixed(2) : text

export function readSign(cell: string): 'debit' | 'credit' | undefined {
  const text = cleanCell(cell)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (['cr', 'c', 'credit', 'deposit'].includes(text)) return 'credit'
  if (['dr', 'd', 'debit', 'withdrawal'].includes(text)) return 'debit'
  return undefined
}

/** The date of '05/04/26', '05-Apr-2026' or '2026-04-05', without a time behind it; undefined for no date. */
export const readStatementDate = (cell: string, isMonthFirst: boolean): string | undefined => {
  const text = cleanCell(cell).replace(/[ T]+\d\d?:\d\d.*$/, '')
  const [, first, rest, year] = text.match(/^(\d\d?)([/.-]\d\d?)([/.-]\d{2,4})$/) ?? []
  if (!isMonthFirst || first === undefined) return readDate(text)
  return readDate(`${rest?.slice(1)}/${first}${year}`)
}

/** Whether a date can only be read with the month first: 04/25/2026. */
export function isMonthFirstDate(cell: string): boolean {
  const [, first, second] = cleanCell(cell).match(/^(\d\d?)[/.-](\d\d?)[/.-]\d{2,4}\b/) ?? []
  return Number(first) <= 12 && Number(second) > 12
}
