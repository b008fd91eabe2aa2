/** Detects how spreadsheet programs change texts when they open a file and save it again. */
import { unescapeFormula, withoutTextMark } from '../csv.ts'
import { readDay } from './day.ts'
import { lostLetters, withQuestionMarks } from './lost-letters.ts'
import { isShortenedNumber, plainNumberText, shortens } from './text.ts'

const spreadsheetError =
  /^(?:#[\p{Lu}\p{N}_/¡]{2,30}[!?]|#getting_data|err:\d{3}|loading(?:\.{3}|…))$/iu

/**
 * Why a cell is not what was typed into it: an error of a formula, '#####' of a narrow column, '6.19E+11' of a long
 * number, letters that were lost. Undefined for all other cells.
 */
export function unreadableCell(cell: string): string | undefined {
  if (/^#{2,}$/.test(cell))
    return 'The spreadsheet shows ##### because the column is too narrow; please widen it and save the file again'
  if (spreadsheetError.test(cell))
    return `The spreadsheet has the error ${cell} here instead of a value; please correct the cell`
  return isShortenedNumber(cell)
    ? 'The spreadsheet shortened this number; please format the column as text'
    : lostLetters(cell)
}

/** Longer texts are never taken for a number or a day. */
const maxLength = 40

/**
 * Whether `cell` is how a program saves a cell with the text `original`: a number without its zeros and marks or with
 * fifteen digits, 1-2 as a day, true as Yes, a text that looks like a formula with an apostrophe, letters of
 * other alphabets as question marks.
 */
export function isSavedForm(cell: string, original: string): boolean {
  if (unescapeFormula(cell) === original || cell === withoutTextMark(original)) return true
  if (cell.includes('?') && withQuestionMarks(original) === cell) return true
  if (cell.length > maxLength || original.length > maxLength) return false
  return (
    shortens(cell, original) ||
    isSameNumber(cell, original) ||
    isSameWord(cell, original) ||
    isDayOf(cell, original)
  )
}

const isSameWord = (cell: string, original: string): boolean =>
  (/^true$/i.test(original) && /^(?:true|yes)$/i.test(cell)) ||
  (/^false$/i.test(original) && /^(?:false|no)$/i.test(cell))

const exactDigits = 15

function isSameNumber(cell: string, original: string): boolean {
  const [saved, number] = [numberOf(cell), numberOf(original)]
  if (saved === undefined || number === undefined) return false
  return saved === number || isCut(cell, original)
}

/** Excel replaces the digits after the fifteenth by zeros. */
const isCut = (cell: string, original: string): boolean =>
  /^\d{16,}$/.test(cell) &&
  cell.length === original.length &&
  cell === original.slice(0, exactDigits).padEnd(cell.length, '0')

const numeric =
  /^(\()?([-+])?(?:[₹$€£] ?)?(\d[\d,]*(?:\.\d*)?|\.\d+)(?:E([-+]?\d{1,3}))?(?: (\d{1,2})\/(\d{1,2}))?(%)?([)-])?$/i

/** The first fifteen digits of a number in any spelling that programs take for one. */
function numberOf(text: string): string | undefined {
  const match = numeric.exec(plainNumberText(text).replace(/^'/, ''))
  if (!match) return undefined
  const [, opening, sign, digits = '', exponent = '0', over, under, percent, end] = match
  if ((opening === '(') !== (end === ')')) return undefined
  const size = Number(`${digits.replaceAll(',', '')}E${exponent}`)
  const value = (over ? size + Number(over) / Number(under) : size) / (percent ? 100 : 1)
  const isNegative = (sign === '-') !== (end !== undefined)
  return Number.isFinite(value) ? (isNegative ? -value : value).toPrecision(exactDigits) : undefined
}

const dayLike = /^(?:\d{1,4}|[A-Za-z]{3,9})(?:[-/., ]{1,2}(?:\d{1,4}|[A-Za-z]{3,9})){1,2}$/
const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'

/** '02/01/2026' and '2026-02-01' of '1-2', '1/2' or 'Feb 1': each part of the text is one of the day. */
function isDayOf(cell: string, original: string): boolean {
  if (!dayLike.test(original)) return false
  const day = readDay(cell) ?? readDay(cell, 'month first')
  if (day === undefined) return false
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const left = [year, month, date]
  return original.split(/[-/., ]+/).every((part) => {
    const index = left.findIndex((number, at) => isPart(part, number, at === 0))
    if (index === -1) return false
    left[index] = -1
    return true
  })
}

function isPart(part: string, number: number, isYear: boolean): boolean {
  if (/^\d+$/.test(part))
    return Number(part) === number || (isYear && Number(part) === number % 100)
  const at = monthNames.indexOf(part.slice(0, 3).toLowerCase())
  return !isYear && at % 4 === 0 && at / 4 + 1 === number
}
