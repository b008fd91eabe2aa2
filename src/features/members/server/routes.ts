import { type Context, Hono } from 'hono'
import { body, only, type PortalEnv, query } from '#platform/server/http/http.ts'
import { filesByKind, withForm } from '#platform/server/http/multipart.ts'
import { parseCursor, sendFullList, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import {
  directoryQuery,
  type MemberQuery,
  memberActivity,
  memberEdit,
  memberQuery,
  memberVisibility,
  newMember,
} from '../contract.ts'
import { findListed, listCities, listDirectory } from './directory/queries.ts'
import { directoryFromRow, memberFromRow } from './member-json-queries.ts'
import { editMember } from './record/edit.ts'
import { addMember } from './record/enrol.ts'
import { historyOf, undoChange } from './record/history.ts'
import { noSuchMember, requireMember } from './record/load-member.ts'
import { editWithPhoto } from './record/photo.ts'
import { setActive, setVisible } from './record/status.ts'
import { fullList } from './register/full-list-queries.ts'
import { listMembers } from './register/list-queries.ts'

export function memberRoutes(world: World) {
  const { db, files } = world
  return new Hono<PortalEnv>()
    .get('/admin/members', only('admin'), query(memberQuery), async (c) => {
      const { cursor, ...filters } = c.req.valid('query')
      return sendList(c, world, filters, cursor)
    })
    .post('/admin/members', only('admin'), body(newMember), async (c) =>
      c.json(await addMember(world, c.var.caller.id, c.req.valid('json')), 201),
    )
    .get('/admin/members/:id', only('admin'), async (c) =>
      c.json(memberFromRow(await requireMember(db, memberId(c)))),
    )
    .put('/admin/members/:id', only('admin'), body(memberEdit), async (c) =>
      c.json(
        memberFromRow(await editMember(world, c.var.caller, memberId(c), c.req.valid('json'))),
      ),
    )
    .put('/admin/members/:id/photo', only('admin'), async (c) => {
      const kinds = filesByKind(files, (field) => (field === 'photo' ? 'memberPhoto' : undefined))
      return withForm(c, { files: kinds }, async (form) =>
        c.json(memberFromRow(await editWithPhoto(world, c.var.caller, memberId(c), form))),
      )
    })
    .put('/admin/members/:id/status', only('admin'), body(memberActivity), async (c) => {
      const status = c.req.valid('json')
      return c.json(memberFromRow(await setActive(world, c.var.caller, memberId(c), status)))
    })
    .put('/admin/members/:id/visibility', only('admin'), body(memberVisibility), async (c) => {
      const visibility = c.req.valid('json')
      return c.json(memberFromRow(await setVisible(world, c.var.caller, memberId(c), visibility)))
    })
}

export function historyRoutes(world: World) {
  return new Hono<PortalEnv>()
    .get('/admin/members/:id/history', only('admin'), async (c) =>
      c.json(await historyOf(world.db, memberId(c))),
    )
    .post('/admin/history/:id/undo', only('admin'), async (c) =>
      c.json(memberFromRow(await undoChange(world, c.var.caller, c.req.param('id')))),
    )
}

/** One page of the register, or the full list when the query has no limit. */
async function sendList(
  c: Context,
  { db, now }: World,
  { limit, ...filters }: Omit<MemberQuery, 'cursor'>,
  cursor: string | undefined,
): Promise<Response> {
  const [after, today] = [parseCursor(cursor), isoDay(now())]
  if (limit === undefined) return sendFullList(c, await fullList(db, filters, after, today))
  const page = await listMembers(db, { ...filters, limit }, after, today)
  setPagingHeaders(c, page)
  return c.json(page.members.map(memberFromRow))
}

/** The directory as members see it; administrators get the full members instead (contract 7.4). */
export function directoryRoutes(world: World) {
  const { db } = world
  return new Hono<PortalEnv>()
    .get('/members', only('admin', 'oem', 'vendor'), query(directoryQuery), async (c) => {
      const { cursor, ...filters } = c.req.valid('query')
      if (c.var.caller.role === 'admin') {
        return sendList(c, world, { ...filters, role: filters.role ?? 'member' }, cursor)
      }
      const page = await listDirectory(db, filters, parseCursor(cursor))
      setPagingHeaders(c, page)
      return c.json(page.members.map(directoryFromRow))
    })
    .get('/members/cities', only('admin', 'oem', 'vendor'), async (c) =>
      c.json(await listCities(db)),
    )
    .get('/members/:id', only('admin', 'oem', 'vendor'), async (c) => {
      const member = await findListed(db, memberId(c))
      if (!member) throw noSuchMember()
      return c.json(directoryFromRow(member))
    })
}

/** The id in the path; a malformed one is refused like an unknown one. */
function memberId(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw noSuchMember()
  return id
}
