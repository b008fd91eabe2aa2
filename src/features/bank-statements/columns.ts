/** The columns of a statement that an administrator matches by hand. */
import { z } from 'zod'

export const columnNames = [
  'date',
  'narration',
  'reference',
  'credit',
  'debit',
  'amount',
  'sign',
  'balance',
] as const
export type ColumnName = (typeof columnNames)[number]

export const maxColumn = 199
const position = z.int().min(0).max(maxColumn).optional()

/** The position of each column, from 0. */
export const chosenColumns = z
  .object({
    date: position,
    narration: position,
    reference: position,
    credit: position,
    debit: position,
    amount: position,
    sign: position,
    balance: position,
  })
  .refine(({ date }) => date !== undefined, 'Please choose the column of the day')
  .refine(({ narration }) => narration !== undefined, 'Please choose the column of the description')
  .refine(
    ({ credit, amount }) => (credit === undefined) !== (amount === undefined),
    'Please choose the column of the amount paid in, or the one column of all amounts',
  )
  .refine((columns) => {
    const used = Object.values(columns).filter((one) => one !== undefined)
    return new Set(used).size === used.length
  }, 'Please choose another column for each')

export type ChosenColumns = z.output<typeof chosenColumns>

export const columnsMessage = 'Please choose the columns again'

/** The form field `columns`: JSON. */
export const columnsField = z
  .string()
  .max(1000)
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: columnsMessage })
      return z.NEVER
    }
  })
  .pipe(chosenColumns)
