/** The books of the treasurer and the accountant (contract 13.5). */
import { z } from 'zod'
import { yearName } from '#shared/dues/year-name.ts'
import { calendarDay, dayFormatMessage } from '#shared/fields.ts'

/** GET /api/admin/payments/day-book. Days are those of India, at most ten years. */
export const dayBookQuery = z
  .object({
    from: calendarDay(dayFormatMessage),
    to: calendarDay(dayFormatMessage),
    format: z.enum(['xlsx', 'csv'], 'Please choose xlsx or csv').default('xlsx'),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The last day is before the first',
  })
export type DayBookQuery = z.output<typeof dayBookQuery>

/** GET /api/admin/payments/year-book. */
export const yearBookQuery = z.object({
  year: yearName,
  format: dayBookQuery.shape.format,
})
/** GET /api/admin/payments/tally.xml. */
export const tallyQuery = z.object({ year: yearName })
export type YearBookQuery = z.output<typeof yearBookQuery>
