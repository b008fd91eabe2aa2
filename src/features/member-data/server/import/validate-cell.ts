/** Validates a cell of an imported spreadsheet. */
import type { z } from 'zod'
import type { Field } from '#features/members/field-rules.ts'
import { materialIds, materials } from '#features/members/materials.ts'
import { numberKey } from '#features/members/membership-number.ts'
import {
  type Column,
  entries,
  importColumns,
  normaliseHeading,
} from '#features/members/spreadsheet-columns.ts'
import { paymentModeMessage } from '#features/payments/contract.ts'
import { singleLine, typedAmount } from '#shared/fields.ts'
import { decimalRupees } from '#shared/rupees.ts'

/** The text of a valid cell as the portal writes it, or the reason why it is invalid. */
type CellResult = { text: string } | { reason: string }

type Validator = (cell: string) => CellResult

/** The rules of Add Member (contract 5.4); dates, amounts and modes in their common spellings. */
export const validateCell = (column: Column, cell: string): CellResult => validators[column](cell)

const bySchema =
  (schema: z.ZodType): Validator =>
  (cell) => {
    const result = schema.safeParse(cell)
    if (result.success) return { text: String(result.data) }
    return { reason: result.error.issues[0]?.message ?? 'Please use plain text' }
  }

/** A column's validator: by its kind, for texts by its rule in Add Member. */
function validatorOf(column: Column): Validator {
  if (column === 'payment_mode') return (cell) => oneOf(cell, modeSynonyms, paymentModeMessage)
  const { kind, write }: Field = entries[column]
  const validateText = bySchema(write?.add ?? singleLine())
  switch (kind) {
    case 'flag':
      return (cell) => oneOf(cell, yesNoSynonyms, 'Please write Yes or No')
    case 'role':
      return (cell) => oneOf(cell, roleSynonyms, 'Please select a member type')
    case 'materials':
      return validateMaterials
    case 'day':
    case 'instant':
      return validateDate
    case 'money':
      return bySchema(typedAmount.transform((paise) => (paise ? decimalRupees(paise) : '')))
    case 'url':
      return (cell) =>
        validateText(cell === '' || /^[a-z]+:/i.test(cell) ? cell : `https://${cell}`)
    default:
      return validateText
  }
}

function validateMaterials(cell: string): CellResult {
  const ids = cell.split(/[,;|]/).map((name) => materialByName.get(normaliseHeading(name)))
  if (cell === '') return { text: '' }
  if (ids.includes(undefined)) return { reason: 'Please choose materials from the list' }
  return { text: [...new Set(ids)].join(', ') }
}

const materialByName = new Map(
  materialIds.flatMap((id) => [
    [normaliseHeading(id), id],
    [normaliseHeading(materials[id]), id],
  ]),
)

/** Each synonym with its value. */
const synonyms = (lists: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(lists).flatMap(([value, list]) =>
      list.split(', ').map((word): [string, string] => [word, value]),
    ),
  )

const roleSynonyms = synonyms({
  oem: 'oem, oem member, oems, manufacturer',
  vendor: 'vendor, vendors, supplier',
})
const yesNoSynonyms = synonyms({
  Yes: 'yes, y, true, 1, हाँ, हां',
  No: 'no, n, false, 0, नहीं',
})
const modeSynonyms = synonyms({
  Bank: 'bank, bank transfer, neft, rtgs, imps, online',
  Cash: 'cash, नकद',
  Cheque: 'cheque, check, चेक',
  GPay: 'gpay, google pay, upi, gpay/upi',
})

function oneOf(cell: string, values: ReadonlyMap<string, string>, reason: string): CellResult {
  const word = cell.normalize('NFKC').toLowerCase().trim()
  if (word === '') return { text: '' }
  const value = values.get(word)
  return value === undefined ? { reason } : { text: value }
}

const isoDate = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ].*)?$/
const indianDate = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)$/

/** Accepts 2025-01-31, 31/01/2025, 31-1-25 (1950 to 2049) and 31.1.2025; the day precedes the month. */
function validateDate(cell: string): CellResult {
  if (cell === '') return { text: '' }
  const [writtenYear = 0, month = 0, day = 0] = (
    isoDate.exec(cell)?.slice(1) ??
    indianDate.exec(cell)?.slice(1).toReversed() ??
    []
  ).map(Number)
  const year = writtenYear >= 100 ? writtenYear : writtenYear + (writtenYear < 50 ? 2000 : 1900)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (exists && year >= 1900 && year < 2100) return { text: date.toISOString().slice(0, 10) }
  return { reason: 'Please write the date as 31/01/2025 or 2025-01-31' }
}

/** The key under which spellings of an e-mail address or a membership number are the same. */
export const matchKey = (column: 'email' | 'membership_number', cell: string): string =>
  column === 'email' ? cell.toLowerCase() : numberKey(cell)

const validators = Object.fromEntries(
  importColumns.map((column) => [column, validatorOf(column)]),
) as Record<Column, Validator>
