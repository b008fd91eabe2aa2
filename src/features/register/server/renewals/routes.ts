import type { Dues } from '#features/dues/dues.ts'
import { lastNotices } from '#features/dues/server/notices/last-notices.ts'
import { readDues, readYearRates } from '#features/dues/server/read-dues.ts'
import { seasonStatusOn } from '#features/members/dues-status.ts'
import { only } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { type Day, daysBetween, isoDay } from '#shared/dates.ts'
import {
  type Renewal,
  renewalSummaryAnswer,
  renewalsAnswer,
  renewalTotalsAnswer,
} from '../../renewals/answers.ts'
import { renewalSummaryQuery, renewalsQuery } from '../../renewals/contract.ts'
import * as endpoints from '../../renewals/endpoints.ts'
import { listRenewals, type RenewalRow } from './queries.ts'
import { readSummary, readTotals } from './summary.ts'

export const renewalRoutes = ({ db, now }: World): Route[] => [
  route(
    endpoints.getRenewals,
    only('admin'),
    {
      summary: 'Active members with what they owe',
      query: renewalsQuery,
      answer: renewalsAnswer,
    },
    async ({ query: { cursor, ...query }, c }) => {
      const today = isoDay(now())
      const page = await listRenewals(db, query, parseCursor(cursor), {
        now: now(),
        rates: await readYearRates(db, now()),
      })
      setPagingHeaders(c, page)
      const ids = page.rows.map(({ id }) => id)
      const notices = await lastNotices(db, ids)
      const dues = await readDues(db, ids, now())
      return page.rows.flatMap((row) => {
        const owed = dues.get(row.id)
        return owed ? renewalFrom(row, owed, notices.get(row.id) ?? null, today) : []
      })
    },
  ),
  route(
    endpoints.getRenewalTotals,
    only('admin'),
    {
      summary: 'Active members by status, with what they owe',
      query: renewalSummaryQuery,
      answer: renewalTotalsAnswer,
    },
    ({ query }) => readTotals(db, query.year, now()),
  ),
  route(
    endpoints.getRenewalSummary,
    only('admin'),
    {
      summary: 'Dues by status, age, type and month',
      query: renewalSummaryQuery,
      answer: renewalSummaryAnswer,
    },
    ({ query }) => readSummary(db, query.year, now()),
  ),
]

function renewalFrom(
  row: RenewalRow,
  dues: Dues,
  last_notice: Renewal['last_notice'],
  today: Day,
): Renewal {
  const { owed_paise, paid_until } = row
  const due_on = (owed_paise > 0 && row.due_on) || null
  return {
    id: row.id,
    name: row.name,
    company_name: row.company_name,
    membership_number: row.membership_number,
    role: row.role,
    email: row.email,
    whatsapp_number: row.whatsapp_number,
    status: seasonStatusOn(row, today),
    dues,
    owed_paise,
    ahead_paise: row.ahead_paise,
    credit_paise: row.credit_paise,
    due_on,
    grace_until: (due_on && row.grace_until) || null,
    days_overdue: due_on && due_on < today ? daysBetween(due_on, today) : 0,
    last_notice,
    paid_until: paid_until || null,
  }
}
