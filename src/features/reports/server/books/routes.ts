import type { Context } from 'hono'
import { listBookedMembers } from '#features/ledger/server/receipts/day-book-queries.ts'
import { recordExportOf } from '#features/members/server/list/exported-people-queries.ts'
import { only } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendStream } from '#platform/server/http/send-stream.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, type Period, startOfDay } from '#shared/dates.ts'
import { type FinancialYear, yearNamed } from '#shared/financial-year.ts'
import { xlsxType } from '#shared/spreadsheets/sheet-kinds.ts'
import {
  type DayBookQuery,
  dayBookQuery,
  tallyQuery,
  type YearBookQuery,
  yearBookQuery,
} from '../../books/contract.ts'
import * as endpoints from '../../books/endpoints.ts'
import { dayBook } from './day-book.ts'
import { gstRegister } from './gst-register.ts'
import { tallyXml } from './tally-xml.ts'
import { yearBook } from './year-book.ts'

export const bookRoutes = (world: World): Route[] => [
  route(
    endpoints.getDayBook,
    only('admin'),
    { summary: 'Payments and cancellations as a spreadsheet', query: dayBookQuery },
    ({ c, caller, query }) => sendDayBook(c, world, caller, query),
  ),
  route(
    endpoints.getYearBook,
    only('admin'),
    { summary: 'Payments and cancellations of a financial year with sums', query: yearBookQuery },
    ({ c, caller, query }) => sendYearBook(c, world, caller, query),
  ),
  route(
    endpoints.getGstRegister,
    only('admin'),
    { summary: 'Tax invoices and credit notes of a financial year', query: yearBookQuery },
    async ({ c, caller, query: { year, format } }) => {
      const file = `gst-register-${year}.${format}` as const
      await recordBook(world, caller, file, yearOf(year))
      return sendStream(c, gstRegister(world.db, yearOf(year), format), fileHeaders(file))
    },
  ),
  route(
    endpoints.getTallyXml,
    only('admin'),
    {
      summary: 'Receipts, invoices, credit notes and journals of a financial year for Tally',
      query: tallyQuery,
    },
    async ({ c, caller, query: { year } }) => {
      const file = `tally-${year}.xml` as const
      await recordBook(world, caller, file, yearOf(year))
      return sendStream(c, tallyXml(world.db, yearOf(year), world.now()), fileHeaders(file))
    },
  ),
]

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: xlsxType,
  xml: 'application/xml; charset=utf-8',
}

const fileHeaders = (file: `${string}.${keyof typeof contentTypes}`): Record<string, string> => ({
  // Safe: the type of `file` ends with one of them.
  'Content-Type': contentTypes[file.split('.').at(-1) as keyof typeof contentTypes],
  'Content-Disposition': `attachment; filename="${file}"`,
})

/** Records the export of a book with the members whose money it has. */
async function recordBook(
  { db, now }: World,
  admin: Caller,
  file: string,
  { from, to }: Period,
): Promise<void> {
  const range = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  const ids = await listBookedMembers(db, range)
  await recordExportOf(db, admin, { file, filter: { from, to }, ids }, now())
}

function yearOf(name: string): FinancialYear {
  const year = yearNamed(name)
  if (!year) throw new Error('the year has been checked by the schema')
  return year
}

async function sendYearBook(
  c: Context,
  world: World,
  admin: Caller,
  { year: name, format }: YearBookQuery,
): Promise<Response> {
  const year = yearOf(name)
  const file = `year-book-${name}.${format}` as const
  await recordBook(world, admin, file, year)
  if (format === 'csv')
    return sendStream(c, await dayBook(world.db, { ...year, format }), fileHeaders(file))
  return c.body(new Uint8Array(await yearBook(world.db, year, admin.id)), 200, fileHeaders(file))
}

async function sendDayBook(
  c: Context,
  world: World,
  admin: Caller,
  query: DayBookQuery,
): Promise<Response> {
  const { from, to, format } = query
  const file = `day-book-${from}-${to}.${format}` as const
  await recordBook(world, admin, file, query)
  return sendStream(c, await dayBook(world.db, query), fileHeaders(file))
}
