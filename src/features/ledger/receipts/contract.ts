import { z } from 'zod'
import { yearName } from '#shared/dues/year-name.ts'
import { calendarDay, multiLine, optional, singleLine } from '#shared/fields.ts'
import { stateCodes } from '#shared/india/states.ts'
import { type TaxTreatment, taxKinds } from './tax.ts'

const percentMessage = 'Please enter a rate between 0 and 28 percent'
/** Percent as typed, like '18' or '2.5'; the output is hundredths of a percent. */
const taxRate = z
  .string(percentMessage)
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, percentMessage)
  .transform((typed) => Math.round(Number(typed) * 100))
  .refine((value) => value <= 2800, percentMessage)

const treatmentFields = {
  kind: z.enum(taxKinds, 'Please choose the kind of receipt'),
  rate: taxRate.default(0),
  sac: optional(singleLine(8).regex(/^(\d{4}|\d{6})?$/, 'A SAC has 4 or 6 digits, like 999599')),
  legend: optional(multiLine(300)),
}

function completeTreatment(
  { kind, rate, sac, legend }: TaxTreatment,
  context: z.RefinementCtx,
): void {
  const addIssue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (kind === 'invoice' && rate === 0) addIssue('rate', 'Please enter the rate of the tax')
  if (kind === 'invoice' && sac === '') addIssue('sac', 'Please enter the SAC')
  if (kind === 'exempt' && legend === '')
    addIssue('legend', 'Please say why no tax is charged. Receipts print this sentence.')
}

/** How a charge is taxed. */
export const taxTreatment = z
  .object({
    ...treatmentFields,
    place: z.enum(['', ...stateCodes], 'Please choose the state where it takes place').optional(),
  })
  .superRefine(completeTreatment)

/** POST /api/admin/receipts/treatments: how payments are taxed from a day on. */
export const newTreatment = z
  .object({ valid_from: calendarDay('Please choose the day'), ...treatmentFields })
  .superRefine(completeTreatment)
export type NewTreatment = z.output<typeof newTreatment>

/** PUT /api/admin/books/closing: the last closed year, or '' for none. Reopening a year needs the reason. */
export const booksClosing = z.object({
  closed_to: z.union([z.literal(''), yearName]),
  reason: optional(singleLine(200)),
})
export type BooksClosing = z.output<typeof booksClosing>

/** GET /api/admin/members/{id}/statement.pdf and the caller's own; without a year all entries. */
export const statementQuery = z.object({ year: yearName.optional() })
