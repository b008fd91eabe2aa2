/** Every route for every principal and object: at least 900 cells, from the guards that who-may.test.ts checks. */
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { type DeclaredRoute, declaredRoutes } from '#platform/server/http/guards.ts'
import { days } from '#shared/durations.ts'
import { type FilledPortal, filledPortal } from '#test/fuzz/filled-portal.ts'
import { validBody } from '#test/fuzz/schema-values.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf, personas } from '#test/support/portal/personas.ts'
import { openClient } from '#test/support/portal/test-client.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

/** Principals without a valid session, whoever they were. */
const outsiders = [
  'inactive member',
  'deleted member',
  'member with a changed address',
  'removed administrator',
  'expired session',
  'ended session',
  'forged session',
] as const
const limited = 'administrator before the second factor'
const principals = [...personas, ...outsiders, limited] as const
type Principal = (typeof principals)[number]

/** What does not differ between the engines is checked on one of them. */
const principalsOn: Record<Engine, readonly Principal[]> = {
  SQLite: principals,
  PostgreSQL: ['oem', 'admin', 'inactive member'],
}

/** Routes open to a session that waits for its second factor (contract 11.10). */
const openBeforeSecondFactor: readonly string[] = [
  'GET /api/auth/second-factor',
  'POST /api/auth/second-factor/challenge',
  'POST /api/auth/second-factor/confirmation',
]

/** The path's object: the test OEM's, another person's, nobody's, or no id at all. */
const variants = ['own', 'other', 'absent', 'malformed'] as const
type Variant = (typeof variants)[number] | 'none'
type Outcome = 401 | 403 | 404 | 'passed'

/** Who reaches an object past the guard, where it is not everybody: contract 6, 12.1 and 14.3. */
const reach: Record<string, Partial<Record<Variant, readonly Principal[]>>> = {
  'DELETE /api/auth/sessions/:id': { own: ['oem'], other: [] },
  'PUT /api/jobs/:id': { own: ['oem'], other: [] },
  'PUT /api/jobs/:id/status': { own: ['oem'], other: [] },
  'POST /api/jobs/:id/renew': { own: ['oem'], other: [] },
  // The OEM's own posting waits for review.
  'GET /api/jobs/:id': { own: ['oem', 'admin'] },
  'PUT /api/jobs/:id/saved': { own: ['oem', 'admin'] },
  // The other member is deactivated.
  'GET /api/members/:id': { other: [] },
  // The other member has been deleted.
  'DELETE /api/admin/members/:id/sessions': { other: [] },
  // No entry of the ledger has the id of a member.
  'POST /api/admin/members/:id/account/:entryId/cancel': { own: [], other: [] },
  'POST /api/admin/members/:id/account/:entryId/cancel/preview': { own: [], other: [] },
  'POST /api/admin/members/:id/account/:entryId/correct': { own: [], other: [] },
  'POST /api/admin/members/:id/cheques/:chequeId/clear': { own: [], other: [] },
  'POST /api/admin/members/:id/cheques/:chequeId/return': { own: [], other: [] },
  'DELETE /api/admin/members/:id/cheques/:chequeId': { own: [], other: [] },
  'POST /api/admin/members/:id/account/:entryId/certificate': { own: [], other: [] },
  // A file that nothing refers to yet, and the photo of an application.
  'GET /uploads/:filename': { own: ['oem'], other: ['admin'] },
}

const opened = async (engine: Engine) => {
  const cookies = {} as Record<Principal, string>
  const filled = await filledPortal(engine, async (portal) => {
    cookies['expired session'] = await cookieOf(portal, 'late@teak.example')
    portal.advanceClock(days(40))
  })
  const { portal } = filled
  for (const persona of personas)
    if (persona !== 'visitor') cookies[persona] = await cookieOf(portal, emailOf(persona))
  await addOutsiders(portal, cookies)
  cookies.visitor = ''
  cookies['forged session'] = `session=${'A'.repeat(43)}`
  return { ...filled, cookies, objects: await objectsOf(filled) }
}

async function cookieOf(portal: TestPortal, email: string): Promise<string> {
  const { cookies } = await portal.signIn(email)
  return `session=${cookies.get('session')}`
}

/** Signs people in, then takes their right away. */
async function addOutsiders(portal: TestPortal, cookies: Record<Principal, string>): Promise<void> {
  const admin = await portal.signIn(emailOf('admin'))
  const enter = async (principal: Principal, email: string) => {
    const { id } = await addMember(portal.world, 'nobody', newMemberOf('oem', email))
    cookies[principal] = await cookieOf(portal, email)
    return `/api/admin/members/${id}`
  }
  const inactive = await enter('inactive member', 'away@teak.example')
  await admin.put(`${inactive}/status`, { is_active: false })
  const deleted = await enter('deleted member', 'deleted@teak.example')
  await admin.put(`${deleted}/status`, { is_active: false })
  await admin.delete(deleted)
  const changed = await enter('member with a changed address', 'before@teak.example')
  await admin.put(`${changed}/data`, { email: 'after@teak.example' })
  await ensureAdmin(portal.world, 'second@teak.example')
  const second = await portal.signIn('second@teak.example')
  cookies['removed administrator'] = `session=${second.cookies.get('session')}`
  const { id } = await second.get('/api/user')
  await admin.delete(`/api/admin/admins/${id}`)
  cookies[limited] = await beforeSecondFactor(portal)
  const ended = await portal.signIn('former@teak.example')
  cookies['ended session'] = `session=${ended.cookies.get('session')}`
  await ended.post('/api/auth/logout')
}

/** Routes that read their form, or check the caller's second factor, before they look for the record. */
const refusesFirst = [
  'PUT /api/admin/members/:id/photo',
  'DELETE /api/admin/admins/:id/second-factor',
  // Every code is answered, and an unknown one says so.
  'GET /api/verify/:code',
]

/** A route for everybody that takes a logo, without ?kind=, from signed-in people only. */
const logoUpload = 'POST /api/upload'

/** An administrator with an authenticator app signs in, and has not given its code yet. */
async function beforeSecondFactor(portal: TestPortal): Promise<string> {
  const email = 'third@teak.example'
  await ensureAdmin(portal.world, email)
  const { id } = await (await portal.signIn(email)).get('/api/user')
  const unused = { last_step: null, credential_id: null, public_key: null, sign_count: null }
  await portal.db
    .insertInto('second_factor')
    .values({
      id: 'app',
      person_id: id,
      kind: 'app',
      name: '',
      secret: 'x',
      transports: null,
      created_at: portal.world.now().toISOString(),
      last_used_at: null,
      ...unused,
    })
    .execute()
  return cookieOf(portal, email)
}

type Objects = Record<string, Partial<Record<Variant, string | undefined>>>

/** Ids by the segment of a path before them. */
async function objectsOf({ portal, ids }: FilledPortal): Promise<Objects> {
  const pairs = Object.entries(ids).map(([kind, [own, other]]) => [kind, { own, other }])
  const objects: Objects = Object.fromEntries(pairs)
  objects.members = { own: ids.members?.[0] ?? '', other: ids.members?.at(-1) ?? '' }
  const sessionOf = async (email: string): Promise<string> =>
    (await (await portal.signIn(email)).get('/api/auth/sessions'))[0]?.id ?? ''
  objects.sessions = {
    own: await sessionOf(emailOf('oem')),
    other: await sessionOf('other@teak.example'),
  }
  const files = await portal.db.selectFrom('stored_file').select(['name', 'owner']).execute()
  const nameOf = (owner: string | null) => files.find((file) => file.owner === owner)?.name
  objects['settings/history'] = { own: ids.history?.at(-1) }
  objects.uploads = { own: nameOf(null), other: nameOf('application') }
  return objects
}

function expectedOutcome(
  { method, path, access }: DeclaredRoute,
  principal: Principal,
  variant: Variant,
): Outcome {
  const route = `${method} ${path}`
  const isPersona = (personas as readonly string[]).includes(principal)
  const isSignedIn =
    (isPersona && principal !== 'visitor') ||
    (principal === limited && openBeforeSecondFactor.includes(route))
  const role = principal === limited ? 'admin' : principal
  const isAdmitted =
    (access === 'anyone' && route !== logoUpload) ||
    (isSignedIn && (typeof access === 'string' || access.some((allowed) => allowed === role)))
  if (!isAdmitted) return isSignedIn ? 403 : 401
  if (variant === 'absent' && refusesFirst.includes(route)) return 'passed'
  if (variant === 'absent' || variant === 'malformed') return 404
  const reached = reach[route]?.[variant]
  return reached === undefined || reached.includes(principal) ? 'passed' : 404
}

/** A body that the schema of the route accepts, so that the answer tells about the object. */
function bodyOf({ portal, token }: FilledPortal, { method, path }: DeclaredRoute): unknown {
  if (path.startsWith('/api/applications/mine')) return { token }
  // Without a token: what a private link opens does not depend on who is signed in.
  if (path.startsWith('/api/dues/notice')) return {}
  const route = `${method} ${path}`
  const spec = portal.routes.find(({ endpoint }) => endpoint.route === route)?.spec
  if (!spec?.body) return method === 'GET' ? undefined : {}
  return validBody(route, spec.body, 1, ['no-such-id'])
}

interface Cell {
  route: DeclaredRoute
  principal: Principal
  variant: Variant
}

/** Deletions last, because they take away the objects of the other cells, and at the end those of sessions. */
function cellsOf(
  routes: readonly DeclaredRoute[],
  objects: Objects,
  callers: readonly Principal[],
): Cell[] {
  const inOrder = routes.toSorted((a, b) => weightOf(a) - weightOf(b))
  return inOrder.flatMap((route) =>
    callers.flatMap((principal) =>
      variantsOf(route, objects).map((variant): Cell => ({ route, principal, variant })),
    ),
  )
}

function variantsOf({ path }: DeclaredRoute, objects: Objects): Variant[] {
  if (!path.includes(':')) return ['none']
  const existing = objects[kindOf(path)] ?? {}
  return variants.filter((variant) => /absent|malformed/.test(variant) || existing[variant])
}

/** 'jobs' of /api/jobs/:id. */
const kindOf = (path: string): string => path.match(/((settings\/)?[\w-]+)\/:/)?.[1] ?? ''

function weightOf({ method, path }: DeclaredRoute): number {
  if (path.includes('sessions/')) return 0
  if (method === 'DELETE') return path.endsWith('/sessions') ? 4 : 3
  return /logout|admins|bulk/.test(path) ? 2 : 1
}

async function outcomeOf(
  filled: Awaited<ReturnType<typeof opened>>,
  { route, principal, variant }: Cell,
): Promise<{ status: number; outcome: Outcome }> {
  const { portal, objects, cookies } = filled
  const ids = { ...objects[kindOf(route.path)], absent: 'no-such-id', malformed: 'a%20b' }
  const target = route.path.replace(/:\w+/, ids[variant as keyof typeof ids] ?? '')
  const client = openClient(portal.server)
  const { status } = await client.request(route.method, target, bodyOf(filled, route), {
    Cookie: cookies[principal],
  })
  const outcome = status === 401 || status === 403 || status === 404 ? status : 'passed'
  const isEnded = outcome === 'passed' && /logout|sessions|profile$/.test(route.path)
  if (isEnded && personas.includes(principal as never) && principal !== 'visitor')
    cookies[principal] = await cookieOf(portal, emailOf(principal as 'oem'))
  return { status, outcome }
}

describe.each(engines)('the matrix of routes, principals and objects on %s', (engine) => {
  test('has no deviation', { timeout: 120_000 }, async () => {
    const filled = await opened(engine)
    const cells = cellsOf(
      declaredRoutes(filled.portal.server),
      filled.objects,
      principalsOn[engine],
    )
    const deviations: string[] = []
    for (const cell of cells) {
      const { route, principal, variant } = cell
      const { status, outcome } = await outcomeOf(filled, cell)
      const expected = expectedOutcome(route, principal, variant)
      if (outcome !== expected || status >= 500)
        deviations.push(
          `${route.method} ${route.path} for ${principal}, ${variant}: ${status}, not ${expected}`,
        )
    }
    expect(cells.length).toBeGreaterThan(engine === 'SQLite' ? 2000 : 450)
    expect(deviations).toEqual([])
  })
})
