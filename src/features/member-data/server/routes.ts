import { type Context, Hono } from 'hono'
import { memberQuery } from '#features/members/contract.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { fullList } from '#features/members/server/register/full-list-queries.ts'
import { listMembers } from '#features/members/server/register/list-queries.ts'
import { body, only, type PortalEnv, query } from '#platform/server/http/http.ts'
import { parseCursor, sendFullList, setPagingHeaders } from '#platform/server/http/paging.ts'
import { type SingleUpload, withSingleUpload } from '#platform/server/http/single-upload.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import {
  exportQuery,
  exportSelection,
  type ImportRefused,
  memberDataEdit,
  progressQuery,
  templateQuery,
  undoRequest,
} from '../contract.ts'
import { editMemberData } from './edit-member-data.ts'
import { exportMembers, exportName, memberDataName } from './export/export.ts'
import { memberDataFields, toMemberData } from './export/member-data.ts'
import { importTemplate } from './export/template.ts'
import { InvalidRows, importFile, planImport } from './import/import.ts'
import { currentProgress } from './import/progress.ts'
import { listImports, planUndo, undoImport } from './import/undo.ts'

const maxBytes = 64 * 1024 * 1024

export function memberDataRoutes(world: World) {
  const { db, now } = world
  return new Hono<PortalEnv>()
    .get('/admin/members/data', only('admin'), query(memberDataQuery), async (c) => {
      const { cursor, limit, ...search } = c.req.valid('query')
      const filter = { ...search, role: 'member', active: 'true' } as const
      const [after, today] = [parseCursor(cursor), isoDay(now())]
      if (limit === undefined)
        return sendFullList(c, await fullList(db, filter, after, today, memberDataFields))
      const page = await listMembers(db, { ...filter, limit }, after, today)
      setPagingHeaders(c, page)
      return c.json(page.members.flatMap(toMemberData))
    })
    .put('/admin/members/:id/data', only('admin'), body(memberDataEdit), async (c) => {
      const id = c.req.param('id')
      if (!/^[\w-]{1,64}$/.test(id)) throw noSuchMember()
      const person = await editMemberData(world, c.var.caller, id, c.req.valid('json'))
      return c.json(toMemberData(person)[0])
    })
    .get('/admin/export', only('admin'), query(exportQuery), async (c) => {
      const { role, format } = c.req.valid('query')
      const name =
        format === 'csv'
          ? exportName(world.info().association_short_name, role, now())
          : memberDataName(now())
      world.log.info({ person: c.var.caller.id, role, format }, 'members exported')
      return sendCsv(c, name, await exportMembers(db, { format, role }))
    })
    .post('/admin/export', only('admin'), body(exportSelection), async (c) => {
      const { role, ids } = c.req.valid('json')
      const name = exportName(world.info().association_short_name, role, now())
      world.log.info({ person: c.var.caller.id, role, selected: ids.length }, 'members exported')
      return sendCsv(c, name, await exportMembers(db, { format: 'csv', role, ids }))
    })
    .get('/admin/import-template', only('admin'), query(templateQuery), (c) => {
      const { role } = c.req.valid('query')
      return sendCsv(c, `${role}-import-template.csv`, importTemplate(role))
    })
    .post('/members/import', only('admin'), (c) =>
      withSingleUpload(c, { field: 'file', maxBytes }, async (file) => {
        const request = { admin: c.var.caller, role: roleOf(c, file), key: idempotencyKey(c) }
        if (isDryRun(c, file)) return c.json(await planImport(world, file, request))
        return importFile(world, file, request).then(
          (result) => c.json(result),
          (error: unknown) => c.json(importRefusal(error), 400),
        )
      }),
    )
    .get('/admin/imports', only('admin'), async (c) => c.json(await listImports(db)))
    .get('/admin/imports/progress', only('admin'), query(progressQuery), (c) =>
      c.json(currentProgress(c.var.caller.id, c.req.valid('query').key)),
    )
    .get('/admin/imports/:id/undo', only('admin'), async (c) =>
      c.json(await planUndo(db, c.req.param('id'))),
    )
    .post('/admin/imports/:id/undo', only('admin'), body(undoRequest), async (c) => {
      const { keep_changed: keepChanged } = c.req.valid('json')
      return c.json(await undoImport(world, c.var.caller, c.req.param('id'), keepChanged))
    })
}

const memberDataQuery = memberQuery.pick({ search: true, sort: true, limit: true, cursor: true })

function sendCsv(c: Context, name: string, content: string | ReadableStream): Response {
  const asciiName = name.replace(/[^\w.-]/g, '_')
  return c.body(content, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  })
}

function roleOf(c: Context, { fields }: SingleUpload): MemberRole | undefined {
  const role = fields.get('role') ?? c.req.query('role')
  if (role === undefined || role === '') return undefined
  const memberRole = memberRoles.find((one) => one === role)
  if (memberRole) return memberRole
  throw new Refusal('invalid', 'Please choose oem or vendor')
}

/** Refuses other spellings such as '1', so that a requested dry run never writes. */
function isDryRun(c: Context, { fields }: SingleUpload): boolean {
  const value = fields.get('dry_run') ?? c.req.query('dry_run') ?? ''
  if (value === 'true') return true
  if (value === '' || value === 'false') return false
  throw new Refusal('invalid', 'Please say true or false for dry_run')
}

function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (!key) return undefined
  if (key.length <= 200) return key
  throw new Refusal('invalid', 'An Idempotency-Key has at most 200 characters')
}

/** The JSON body for invalid rows; any other error is thrown again. */
function importRefusal(error: unknown): ImportRefused {
  if (!(error instanceof InvalidRows)) throw error
  const { errors } = error
  const rows = new Set(errors.map(({ line }) => line)).size
  const message = `Nothing was imported: ${rows} ${rows === 1 ? 'row' : 'rows'} cannot be taken`
  return { message, errors }
}
