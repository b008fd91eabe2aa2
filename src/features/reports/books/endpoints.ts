import { endpoint } from '#shared/endpoint.ts'
import type { dayBookQuery, tallyQuery, yearBookQuery } from './contract.ts'

/** A spreadsheet of all payments and their cancellations. */
export const getDayBook = endpoint<{ query: typeof dayBookQuery }>()(
  'GET /api/admin/payments/day-book',
)

/** The day book of a financial year, as a workbook with a sheet of sums. */
export const getYearBook = endpoint<{ query: typeof yearBookQuery }>()(
  'GET /api/admin/payments/year-book',
)

/** The tax invoices and credit notes of a financial year as a spreadsheet. */
export const getGstRegister = endpoint<{ query: typeof yearBookQuery }>()(
  'GET /api/admin/payments/gst-register',
)

/** The papers of a financial year as vouchers of Tally. */
export const getTallyXml = endpoint<{ query: typeof tallyQuery }>()(
  'GET /api/admin/payments/tally.xml',
)
