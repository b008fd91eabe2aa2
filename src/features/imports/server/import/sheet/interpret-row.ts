/** What the cells of an office's sheet mean: 'N/A', two phones in a cell, 'same as factory' (contract 15.1). */

import type { Column } from '#features/members/columns/spreadsheet-columns.ts'
import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { materials } from '#features/members/materials.ts'
import { numericDate } from '#shared/dates.ts'
import { completeWebAddress } from '#shared/links.ts'
import { splitEmails } from '#shared/values/email.ts'
import { readPhones } from '#shared/values/phone.ts'
import { isEmptyWord, latinDigits, oneLine } from '#shared/values/text.ts'
import type { PlanNote } from '../../../answers.ts'
import type { Cells } from '../cells.ts'
import type { ExtraText, FileRow } from '../file-row.ts'
import { readChoice } from './choice-words.ts'
import { firstDayOf } from './first-day.ts'
import { readMaterials } from './material-words.ts'
import { readChequeMode, readMode } from './payment-modes.ts'

/** A note with the column of the portal; the plan spells its heading. */
export interface CellNote {
  column: Column
  kind: PlanNote['kind']
  text: string
}

interface InterpretedRow {
  cells: Cells
  typed: Cells
  extras: ExtraText[]
  notes: CellNote[]
}

/** The row with the meaning of its cells; without `typed` and `extras` if every cell means its own text. */
export function toFileRow(
  { line, row }: Pick<FileRow, 'line' | 'row'>,
  given: Cells,
  {
    hasNames,
    above = {},
  }: {
    hasNames: boolean
    /** The cells of the member in the row above. */
    above?: Cells
  } = { hasNames: true },
): { row: FileRow; notes: CellNote[] } {
  const { cells, typed, extras, notes } = interpretCells(given, above)
  if (!hasNames && cells.company_name)
    // A new member of a list of firms is called by the company (contract 15.1).
    notes.push({ column: 'name', kind: 'name', text: cells.company_name })
  return {
    row: {
      line,
      row,
      cells,
      ...(Object.keys(typed).length > 0 && { typed }),
      ...(extras.length > 0 && { extras }),
    },
    notes,
  }
}

function interpretCells(given: Cells, above: Cells): InterpretedRow {
  const result: InterpretedRow = { cells: {}, typed: {}, extras: [], notes: [] }
  for (const [name, text] of Object.entries(given)) {
    const column = name as Column
    result.cells[column] = text
    if (isDitto(text) && !hasOtherAddress(column, given)) {
      takeAbove(result, column, above)
      continue
    }
    if (hasNothing(column, text)) {
      readAsEmpty(result, column, text)
      continue
    }
    if (text.length <= maxInterpreted) interpreters[column]?.(result, text, column)
    joinLines(result, column)
  }
  for (const column of addressColumns) copyAddress(result, column)
  takeChequeNumber(result)
  return result
}

/** A cheque number in the mode is the reference, unless the row has one. */
function takeChequeNumber(row: InterpretedRow): void {
  const { payment_mode = '', payment_reference } = row.cells
  const cheque = readChequeMode(payment_mode)
  if (!cheque || payment_reference) return
  setCell(row, 'payment_mode', cheque.mode)
  setCell(row, 'payment_reference', cheque.number)
  const meaning = `${cheque.mode} with the reference ${cheque.number}`
  addNote(row, 'payment_mode', 'mode', `${payment_mode}, now ${meaning}`)
}

/** In a column of one line the lines of a cell are joined. */
function joinLines(row: InterpretedRow, column: Column): void {
  const text = row.cells[column] ?? ''
  const joined = oneLine(text)
  if (joined === text || fieldOfColumn(column)?.kind === 'multiLine') return
  setCell(row, column, joined)
  addNote(row, column, 'lines', joined)
}

/** In characters. A longer cell is not interpreted, because the patterns are slow on long texts. */
const maxInterpreted = 1000

type Interpreter = (row: InterpretedRow, text: string, column: Column) => void

function setCell({ cells, typed }: InterpretedRow, column: Column, meaning: string): void {
  const text = cells[column] ?? ''
  if (text === meaning) return
  typed[column] ??= text
  if (meaning === '') delete cells[column]
  else cells[column] = meaning
}

function readAsEmpty(row: InterpretedRow, column: Column, text: string): void {
  setCell(row, column, '')
  addNote(row, column, 'empty', `“${text}” is read as empty`)
}

const addNote = (
  { notes }: InterpretedRow,
  column: Column,
  kind: CellNote['kind'],
  text: string,
): unknown => notes.push({ column, kind, text })

/** In a column of choices 'N' and 'no' are values, and so is 'None' where it is a choice. */
const hasNothing = (column: Column, text: string): boolean => {
  const field = fieldOfColumn(column)
  return (
    field?.kind !== 'flag' &&
    field?.kind !== 'role' &&
    isEmptyWord(text) &&
    readChoice(field?.choices, text) === undefined
  )
}

const waitingForNumber =
  /^(?:applied(?: for)?|application|apply|pending|awaited|new|under process|in process|to be (?:given|allotted)|आवेदित|आवेदन)\.?$/iu

/** Amounts that are still to be paid. */
const unpaidWord =
  /^(?:due|dues|pending|unpaid|not (?:paid|received)|awaited|balance|बकाया|बाकी)[.!]?$/iu

const interpreters: Partial<Record<Column, Interpreter>> = {
  created_at: (row, text, column) => {
    const day = firstDayOf(text)
    if (day === undefined) return
    setCell(row, column, day)
    addNote(row, column, 'first day', `${text}, now ${numericDate(day)}`)
  },
  payment_amount: (row, text, column) => {
    if (unpaidWord.test(text)) readAsEmpty(row, column, text)
  },
  gstin: (row, text, column) => {
    if (waitingForNumber.test(text) || /^(?:not|un)[ -]?registered\.?$/i.test(text))
      readAsEmpty(row, column, text)
  },
  membership_number: (row, text, column) => {
    if (!waitingForNumber.test(text)) return
    setCell(row, column, '')
    addNote(row, column, 'number', `“${text}”: the next number is assigned`)
  },
  whatsapp_number: (row, text, column) => {
    const [first = text, ...others] = splitPhones(text)
    setCell(row, column, first)
    addExtra(row, column, 'phones', others)
    const digits = digitsOf(first).length
    if (digits > 0 && readPhones(first).length === 0)
      addNote(row, column, 'phone', `${first} has ${digits} digits`)
  },
  email: (row, text, column) => {
    const [first = text, ...others] = splitEmails(text)
    setCell(row, column, first)
    addExtra(row, column, 'emails', others)
  },
  website_url: (row, text, column) => {
    const complete = completeWebAddress(text)
    setCell(row, column, complete)
    if (complete !== text) addNote(row, column, 'website', `Completed to ${complete}`)
  },
  payment_mode: (row, text, column) => {
    const mode = readMode(text)
    if (mode?.isApproximate) addNote(row, column, 'mode', `${text}, now ${mode.mode}`)
  },
  materials: (row, text, column) => {
    const { ids, other, hasOwnWords } = readMaterials(text)
    if (!hasOwnWords) return
    setCell(row, column, ids.join(', '))
    if (other.length > 0) {
      const before = row.cells.materials_other
      row.cells.materials_other = [before, ...other].filter(Boolean).join(', ')
    }
    row.extras.push({ from: column, to: 'services_products', text })
    const labels = ids.filter((id) => id !== 'other').map((id) => materials[id])
    addNote(
      row,
      column,
      'materials',
      [labels.join(', '), other.length > 0 && `Other: ${other.join(', ')}`]
        .filter(Boolean)
        .join('; '),
    )
  },
}

const extraLabels = {
  phones: ['Other phone', 'Other phones'],
  emails: ['Other email', 'Other emails'],
} as const

function addExtra(
  row: InterpretedRow,
  column: Column,
  kind: 'phones' | 'emails',
  others: readonly string[],
): void {
  if (others.length === 0) return
  const [one, many] = extraLabels[kind]
  const list = others.join(', ')
  row.extras.push({
    from: column,
    to: 'remarks',
    text: `${others.length === 1 ? one : many}: ${list}`,
  })
  addNote(row, column, kind, `${list} goes into the remarks`)
}

const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')

/** The numbers of a cell, each once. A cell whose first part is no full number stays as it is. */
function splitPhones(text: string): string[] {
  const parts = text
    .split(/[/,;|\n&]|:::|\s(?:and|or|और|व)\s/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isEmptyWord(part))
  const phones = readPhones(text)
  if (parts.length > 1 && readPhones(parts[0] ?? '').length > 0)
    return parts.filter((part, index) => {
      const before = readPhones(parts.slice(0, index).join(',')).map(({ dial }) => dial)
      const own = readPhones(part)
      return own.length === 0 || own.some(({ dial }) => !before.includes(dial))
    })
  const texts = phones.map((phone) => phone.text.trim())
  return texts.length > 1 && digitsOf(texts.join('')) === digitsOf(text) ? texts : [text]
}

const ditto = /^[-–—\s("]*(?:["〃”“″']{1,2}|do|d\/o|ditto|वही|उपरोक्त|उक्त)[-–—\s.)"]*$/iu

/** 'do' and '"' repeat the cell above. */
export const isDitto = (text: string): boolean => text.length <= 20 && ditto.test(text)

/** In a row with another address the mark repeats that address (`copyAddress`). */
const hasOtherAddress = (column: Column, given: Cells): boolean =>
  addressColumns.some((other) => other === column) &&
  addressColumns.some((other) => {
    const text = given[other]
    return other !== column && text !== undefined && matchSameAddress(text) === null
  })

export const repeatedNote = (text: string, above: string): Omit<CellNote, 'column'> => ({
  kind: 'above',
  text: `“${text}” is read as “${above}”, as in the row above`,
})

function takeAbove(row: InterpretedRow, column: Column, above: Cells): void {
  const text = row.cells[column] ?? ''
  const value = above[column] ?? ''
  setCell(row, column, value)
  if (value) row.notes.push({ column, ...repeatedNote(text, value) })
  else addNote(row, column, 'empty', `“${text}” is read as empty: the row above has nothing there`)
}

const addressColumns = ['factory_address', 'address', 'certificate_postal_address'] as const
type AddressColumn = (typeof addressColumns)[number]

const sameAddress =
  /^[-–—\s"'(]*(?:(?:same(?: as)?|as(?: per)?|do|ditto)\b[\s.:-]*(?:the\s+)?(above|factory|fact|fac|works|unit|office|off|regd|registered|postal|certificate)?\b[\s.]*(?:office|off)?\b[\s.]*(?:add|addr|address|addresses)?[\s.]*|["〃”“'`]{1,2}|उपरोक्त|उपरोक्तानुसार|वही|यथावत|फैक्ट्री के समान)[-–—\s"')]*$/iu

/** A longer cell is an address; the pattern is slow on long texts. */
const matchSameAddress = (text: string) => (text.length <= 40 ? sameAddress.exec(text) : null)

const namedAddress: [RegExp, AddressColumn][] = [
  [/^(?:factory|fact|fac|works|unit)$/i, 'factory_address'],
  [/^(?:office|off|regd|registered)$/i, 'address'],
  [/^(?:postal|certificate)$/i, 'certificate_postal_address'],
]

function copyAddress(row: InterpretedRow, column: AddressColumn): void {
  const text = row.cells[column]
  const match = text && matchSameAddress(text)
  if (!match) return
  const named = namedAddress.find(([pattern]) => pattern.test(match[1] ?? ''))?.[1]
  const isCopy = (cell: string | undefined) => !cell || matchSameAddress(cell) !== null
  const source = [named, ...addressColumns].find(
    (other) => other !== undefined && other !== column && !isCopy(row.cells[other]),
  )
  setCell(row, column, (source && row.cells[source]) ?? '')
  const label = source && fieldOfColumn(source)?.inSentence
  addNote(
    row,
    column,
    source ? 'address' : 'empty',
    label ? `“${text}” takes ${label}` : `“${text}” is read as empty: there is no other address`,
  )
}
