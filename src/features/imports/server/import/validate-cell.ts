/** Validates a cell of an imported spreadsheet. */

import type { z } from 'zod'
import { futurePaymentMessage } from '#features/ledger/contract.ts'
import {
  type Column,
  importColumns,
  normaliseHeading,
  spreadsheetFields,
} from '#features/members/columns/spreadsheet-columns.ts'
import { type Field, materialsMessage, roleMessage } from '#features/members/fields/field-rules.ts'
import { materialIds, materials } from '#features/members/materials.ts'
import type { Day } from '#shared/dates.ts'
import {
  plainTextMessage,
  reference,
  singleLine,
  typedAmount,
  whatsAppNumberMessage,
} from '#shared/fields.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readAmount } from '#shared/values/amount.ts'
import {
  type DayOrder,
  dayMessage,
  isWrittenDay,
  noSuchDayMessage,
  readDay,
} from '#shared/values/day.ts'
import { readFinancialYear } from '#shared/values/financial-year.ts'
import { unreadableCell } from '#shared/values/spreadsheet.ts'
import { latinDigits } from '#shared/values/text.ts'
import { comparable, readChoice } from './sheet/choice-words.ts'
import { readMode } from './sheet/payment-modes.ts'

/** The text of a valid cell as the portal writes it, or the reason why it is invalid. */
type CellResult = { text: string } | { reason: string }

/** What determines how a cell is read, in addition to its column. */
export interface CellRules {
  /** The order of day and month in the columns where the month is first. */
  dayOrders: ReadonlyMap<Column, DayOrder>
  /** The day in India. */
  today: Day
}

const anyDay: CellRules = { dayOrders: new Map(), today: '9999-12-31' }

type Validator = (cell: string, rules: CellRules) => CellResult

/** The rules of Add Member (contract 5.4); dates, amounts and modes in their common spellings. */
export function validateCell(column: Column, cell: string, rules = anyDay): CellResult {
  const reason = unreadableCell(cell)
  return reason === undefined ? validators[column](cell, rules) : { reason }
}

const bySchema =
  (schema: z.ZodType): Validator =>
  (cell) => {
    const result = schema.safeParse(cell)
    if (result.success) return { text: String(result.data) }
    return { reason: result.error.issues[0]?.message ?? plainTextMessage }
  }

/** A column's validator: by its kind, for texts by its rule in Add Member. */
function validatorOf(column: Column): Validator {
  if (column === 'payment_mode') return validateMode
  if (column === 'membership_number') return validateNumber
  if (column === 'arrears') return validateArrears
  if (column === 'arrears_year') return validateArrearsYear
  const field: Field = spreadsheetFields[column]
  const { kind, write } = field
  if (column === 'payment_reference') return bySchema(reference())
  const validateText = bySchema(write?.add ?? singleLine())
  switch (kind) {
    case 'phone':
      return validatePhone(validateText)
    case 'flag':
      return (cell) => oneOf(cell, yesNoSynonyms, 'Please write Yes or No')
    case 'role':
      return (cell) => oneOf(cell, roleSynonyms, roleMessage)
    case 'choice':
      return validateChoice(field)
    case 'materials':
      return validateMaterials
    case 'day':
    case 'instant':
      return validateDay(column)
    case 'money':
      return bySchema(typedAmount.transform((paise) => (paise ? decimalRupees(paise) : '')))
    case 'url':
      return (cell, rules) =>
        validateText(cell === '' || /^[a-z]+:/i.test(cell) ? cell : `https://${cell}`, rules)
    default:
      return validateText
  }
}

/** Refuses a number that a spreadsheet program has turned into a date, as it does with 04/26. */
function validateNumber(cell: string): CellResult {
  const isDay = /^(?:\d{1,2}[-/]\d{1,2}[-/]\d{4}|\d{4}-\d\d-\d\d)$/.test(cell)
  if (isDay && (readDay(cell) ?? readDay(cell, 'month first')))
    return {
      reason: 'The spreadsheet turned this number into a day; please format the column as text',
    }
  return bySchema(spreadsheetFields.membership_number.write?.add ?? singleLine())(cell, anyDay)
}

function validateArrears(cell: string): CellResult {
  const amount = readAmount(cell)
  if (amount && (amount.paise < 0 || amount.sign === 'credit'))
    return { reason: 'Arrears cannot be negative: credit is recorded as a payment of the member' }
  const result = typedAmount.safeParse(amount?.sign ? decimalRupees(amount.paise) : cell)
  if (!result.success) return { reason: 'Please enter the arrears in rupees, like 5000' }
  return { text: result.data ? decimalRupees(result.data) : '' }
}

const validateArrearsYear: Validator = (cell, { today }) => {
  if (cell === '') return { text: '' }
  const year = readFinancialYear(cell)
  if (!year) return { reason: 'Please write the financial year like 2023-24' }
  const { name } = financialYearOf(today)
  return year.name < name
    ? { text: year.name }
    : { reason: `Arrears are of a year before ${name}; the dues of ${name} are raised in Renewals` }
}

/** The value of a choice or its label; anything else is refused with the sentence of the field. */
export function validateChoice({
  choices,
  write = {},
}: Pick<Field, 'choices' | 'write'>): Validator {
  const [schema = singleLine()] = Object.values(write)
  const validateValue = bySchema(schema)
  return (cell, rules) => validateValue(readChoice(choices, cell) ?? cell, rules)
}

function validateMaterials(cell: string): CellResult {
  const ids = cell.split(/[,;|]/).map((name) => materialByName.get(normaliseHeading(name)))
  if (cell === '') return { text: '' }
  if (ids.includes(undefined)) return { reason: materialsMessage }
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
  oem: 'oem, oem member, oems, manufacturer, manufacturers, mfr, mfr., mfrs, mfg, mfg., निर्माता',
  vendor: 'vendor, vendors, supplier, suppliers, dealer, trader, विक्रेता, आपूर्तिकर्ता',
})
const yesNoSynonyms = synonyms({
  Yes: 'yes, y, true, 1, हाँ, हां',
  No: 'no, n, false, 0, नहीं',
})
function oneOf(cell: string, values: ReadonlyMap<string, string>, reason: string): CellResult {
  const word = comparable(cell)
  if (word === '') return { text: '' }
  const value = values.get(word)
  return value === undefined ? { reason } : { text: value }
}

/** The columns whose days must not be in the future, with the message for a later day. */
const pastDays: Partial<Record<Column, string>> = {
  payment_date: futurePaymentMessage,
  created_at: 'The date of joining is in the future',
}

const validateDay =
  (column: Column): Validator =>
  (cell, { dayOrders, today }) => {
    if (cell === '') return { text: '' }
    const day = readDay(cell, dayOrders.get(column))
    if (day === undefined) return { reason: isWrittenDay(cell) ? noSuchDayMessage : dayMessage }
    const reason = day > today ? pastDays[column] : undefined
    return reason === undefined ? { text: day } : { reason }
  }

/** The message of forms (ledger/contract.ts) in words for a cell, which is typed and not chosen. */
const modeMessage = 'Write Bank, Cash, Cheque or GPay'

function validateMode(cell: string): CellResult {
  if (cell === '') return { text: '' }
  const mode = readMode(cell)?.mode
  return mode === undefined ? { reason: modeMessage } : { text: mode }
}

const minPhoneDigits = 8

const validatePhone =
  (validate: Validator): Validator =>
  (cell, rules) => {
    const result = validate(cell, rules)
    const digits = latinDigits(cell).replace(/\D/g, '').length
    if ('reason' in result || cell === '' || digits >= minPhoneDigits) return result
    return { reason: whatsAppNumberMessage }
  }

const validators = Object.fromEntries(
  importColumns.map((column) => [column, validatorOf(column)]),
) as Record<Column, Validator>
