import { z } from 'zod'

const yearMessage = 'Please choose a financial year from the list'

/** The query of GET /api/admin/figures: `year` is the calendar year in which the financial year starts. */
export const figuresQuery = z.object({
  year: z.coerce
    .number(yearMessage)
    .int(yearMessage)
    .min(1950, yearMessage)
    .max(2199, yearMessage)
    .optional(),
})
