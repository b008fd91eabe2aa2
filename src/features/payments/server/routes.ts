import { type Context, Hono } from 'hono'
import { findPerson } from '#features/members/server/queries.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { body, only, type PortalEnv, query } from '#platform/server/http/http.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { paymentMark, paymentsQuery } from '../contract.ts'
import { markPayment } from './ledger.ts'
import { listEntries } from './queries.ts'
import { listPayments } from './totals-queries.ts'

export function paymentRoutes(world: World) {
  return new Hono<PortalEnv>()
    .put('/admin/members/:id/payment', only('admin'), body(paymentMark), async (c) => {
      const member = await markPayment(world, c.var.caller, memberId(c), c.req.valid('json'))
      return c.json({ id: member.id, updated_at: member.updated_at })
    })
    .get('/admin/members/:id/payments', only('admin'), async (c) => {
      if (!(await findPerson(world.db, memberId(c)))) throw noSuchMember()
      return c.json(await listEntries(world.db, memberId(c)))
    })
    .get('/admin/payments', only('admin'), query(paymentsQuery), async (c) => {
      const { from, to, mode, limit, cursor } = c.req.valid('query')
      const filter = {
        from: startOfDay(from),
        to: startOfDay(addDays(to, 1)),
        mode: mode === 'none' ? null : mode,
        limit,
      }
      const page = await listPayments(world.db, filter, parseCursor(cursor))
      setPagingHeaders(c, page)
      return c.json(page.payments)
    })
}

function memberId(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw noSuchMember()
  return id
}
