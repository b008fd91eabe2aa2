import { describe, expect, test } from 'vitest'
import { declaredRoutes, only } from '#platform/server/http/guards.ts'
import { emailOf, type Persona, personas } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const callers = [...personas, 'ended session'] as const
type Caller = Persona | 'ended session'

const everybody: Caller[] = [...callers]
const signedIn: Caller[] = ['seeker', 'vendor', 'oem', 'admin']
const oem: Caller[] = ['oem']
const admin: Caller[] = ['admin']
const members: Caller[] = ['vendor', 'oem', 'admin']

/** Who may call each route (contract 6 and 7). */
const mayCall: Record<string, Caller[]> = {
  'GET /healthz': everybody,
  'POST /dues': everybody,
  'GET /readyz': everybody,
  'GET /api/about': everybody,
  'POST /api/auth/request-link': everybody,
  'POST /api/auth/verify': everybody,
  'POST /api/auth/logout': everybody,
  'GET /uploads/:filename': everybody,
  // Without ?kind= it takes a logo; what visitors may send is in file-routes.test.ts.
  'POST /api/upload': signedIn,
  'GET /api/user': signedIn,
  'PUT /api/profile': signedIn,
  'GET /api/profile/data': signedIn,
  'POST /api/auth/logout-everywhere': signedIn,
  'GET /api/auth/second-factor': admin,
  'POST /api/auth/second-factor/confirmation': admin,
  'POST /api/auth/second-factor/challenge': admin,
  'POST /api/auth/second-factor/app': admin,
  'PUT /api/auth/second-factor/app': admin,
  'POST /api/auth/second-factor/passkeys/challenge': admin,
  'POST /api/auth/second-factor/passkeys': admin,
  'DELETE /api/auth/second-factor/factors/:id': admin,
  'POST /api/auth/second-factor/recovery-codes': admin,
  'GET /api/admin/second-factors': admin,
  'DELETE /api/admin/admins/:id/second-factor': admin,
  'DELETE /api/admin/members/:id/sessions': admin,
  'GET /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions/:id': signedIn,
  'GET /api/jobs': signedIn,
  'GET /api/jobs/saved': signedIn,
  'GET /api/jobs/:id': signedIn,
  'PUT /api/jobs/:id/saved': signedIn,
  'GET /api/jobs/mine': oem,
  'POST /api/jobs': oem,
  'PUT /api/jobs/:id': oem,
  'PUT /api/jobs/:id/status': oem,
  'POST /api/jobs/:id/renew': oem,
  'GET /api/admin/members/:id/history': admin,
  'POST /api/admin/history/:id/undo': admin,
  'GET /api/members': members,
  'GET /api/members/cities': members,
  'GET /api/members/:id': members,
  'POST /api/dues/notice': everybody,
  'POST /api/dues/notice/pdf': everybody,
  'POST /api/dues/notice/report': everybody,
  'POST /api/dues/notice/report/withdraw': everybody,
  'GET /api/dues/mine': ['vendor', 'oem'],
  'GET /api/dues/renewal': ['vendor', 'oem'],
  'GET /api/news': ['vendor', 'oem'],
  'POST /api/admin/dues/notices/preview': admin,
  'POST /api/admin/dues/notices': admin,
  'POST /api/admin/dues/notices/links': admin,
  'POST /api/admin/dues/notices/print': admin,
  'POST /api/admin/dues/notices/whatsapp': admin,
  'GET /api/admin/dues/sendings': admin,
  'GET /api/admin/dues/sendings/:id': admin,
  'GET /api/admin/dues/reminders': admin,
  'GET /api/admin/dues/reports': admin,
  'POST /api/admin/dues/reports/:id/confirm': admin,
  'POST /api/admin/dues/reports/:id/reject': admin,
  'GET /api/admin/settings': admin,
  'GET /api/admin/settings/history': admin,
  'GET /api/admin/settings/payment-changes': admin,
  'POST /api/admin/settings/history/:id/undo': admin,
  'PUT /api/admin/settings': admin,
  'PUT /api/admin/settings/mails': admin,
  'POST /api/admin/settings/mails/preview': admin,
  'POST /api/admin/settings/mails/test': admin,
  'POST /api/admin/settings/upi-test': admin,
  'POST /api/admin/admins': admin,
  'DELETE /api/admin/admins/:id': admin,
  'GET /api/admin/stats': admin,
  'GET /api/admin/member-counts': admin,
  'GET /api/admin/stats/month': admin,
  'GET /api/admin/waiting': admin,
  'GET /api/admin/system': admin,
  'GET /api/admin/system/mails/failed': admin,
  'POST /api/admin/system/mails/resend': admin,
  'POST /api/admin/system/mails/retry': admin,
  'POST /api/admin/system/mails/test': admin,
  'GET /api/admin/first-day': admin,
  'PUT /api/admin/first-day': admin,
  'POST /api/admin/invitations/preview': admin,
  'POST /api/admin/invitations': admin,
  'GET /api/admin/invitations/:id': admin,
  'GET /api/admin/notifications': admin,
  'PUT /api/admin/notifications': admin,
  'GET /api/admin/notifications/problems': admin,
  'GET /api/verify/:code': everybody,
  'GET /api/certificate': ['vendor', 'oem'],
  'POST /api/certificate/document': ['vendor', 'oem'],
  'POST /api/admin/certificates/print': admin,
  'POST /api/admin/certificates/sample': admin,
  'GET /api/admin/members/:id/certificates': admin,
  'POST /api/admin/certificates/preview': admin,
  'POST /api/admin/certificates': admin,
  'POST /api/admin/certificates/:id/revoke': admin,
  'GET /api/openapi.json': admin,
  'GET /api/admin/figures': admin,
  'GET /api/admin/payments': admin,
  'GET /api/admin/dues/rates': admin,
  'GET /api/admin/dues/fees': admin,
  'PUT /api/admin/dues/rates': admin,
  'POST /api/admin/dues/runs/preview': admin,
  'POST /api/admin/dues/runs': admin,
  'GET /api/admin/dues/runs': admin,
  'POST /api/admin/dues/runs/:id/undo': admin,
  'GET /api/admin/members/:id/account': admin,
  'POST /api/admin/members/:id/dues-payments/preview': admin,
  'POST /api/admin/members/:id/payment/preview': admin,
  'POST /api/admin/members/:id/instalments': admin,
  'POST /api/admin/members/:id/account/:entryId/cancel/preview': admin,
  'POST /api/admin/members/:id/account/:entryId/correct': admin,
  'GET /api/admin/cheques': admin,
  'POST /api/admin/members/:id/cheques': admin,
  'POST /api/admin/members/:id/cheques/:chequeId/clear': admin,
  'POST /api/admin/members/:id/cheques/:chequeId/return': admin,
  'DELETE /api/admin/members/:id/cheques/:chequeId': admin,
  'POST /api/admin/members/:id/own-fee': admin,
  'POST /api/admin/members/:id/own-fee/remove': admin,
  'POST /api/admin/members/:id/charges': admin,
  'POST /api/admin/members/:id/refunds': admin,
  'POST /api/admin/members/:id/refunds/preview': admin,
  'POST /api/admin/members/:id/waivers/preview': admin,
  'POST /api/admin/members/:id/tds/preview': admin,
  'POST /api/admin/members/:id/tds': admin,
  'POST /api/admin/members/:id/account/:entryId/certificate': admin,
  'POST /api/admin/members/:id/dues-payments': admin,
  'POST /api/admin/members/:id/waivers': admin,
  'POST /api/admin/members/:id/account/:entryId/cancel': admin,
  'GET /api/admin/payments/:id/receipt.pdf': admin,
  'POST /api/admin/payments/:id/receipt-mail': admin,
  'GET /api/admin/books/closing': admin,
  'PUT /api/admin/books/closing': admin,
  'GET /api/admin/payments/day-book': admin,
  'GET /api/admin/payments/year-book': admin,
  'GET /api/admin/payments/gst-register': admin,
  'GET /api/admin/payments/tally.xml': admin,
  'GET /api/admin/receipts/treatments': admin,
  'POST /api/admin/receipts/treatments': admin,
  'GET /api/admin/members/:id/statement.pdf': admin,
  'GET /api/profile/statement.pdf': signedIn,
  'GET /api/profile/payments': signedIn,
  'GET /api/profile/payments/:id/receipt.pdf': signedIn,
  'GET /api/admin/bank-statements': admin,
  'POST /api/admin/bank-statements': admin,
  'POST /api/admin/bank-statements/columns': admin,
  'GET /api/admin/bank-statements/:id': admin,
  'DELETE /api/admin/bank-statements/:id': admin,
  'GET /api/admin/bank-statements/:id/lines': admin,
  'GET /api/admin/dues/reports/statement-lines': admin,
  'POST /api/admin/bank-statements/:id/confirm-sure': admin,
  'PUT /api/admin/bank-statements/lines/:id': admin,
  'GET /api/admin/renewals': admin,
  'GET /api/admin/renewals/totals': admin,
  'GET /api/admin/renewals/summary': admin,
  'GET /api/admin/board-book': admin,
  'GET /api/admin/board-book/members': admin,
  'GET /api/admin/board-book/document': admin,
  'GET /api/admin/board-book/workbook': admin,
  'GET /api/admin/directory/document': admin,
  'GET /api/admin/pending-jobs': admin,
  'GET /api/admin/approved-jobs': admin,
  'PUT /api/admin/jobs/:id/status': admin,
  'PUT /api/admin/jobs/:id': admin,
  'DELETE /api/admin/jobs/:id': admin,
  'POST /api/admin/members': admin,
  'GET /api/admin/members': admin,
  'GET /api/admin/members/:id': admin,
  'PUT /api/admin/members/:id': admin,
  'PUT /api/admin/members/:id/photo': admin,
  'PUT /api/admin/members/:id/status': admin,
  'PUT /api/admin/members/:id/visibility': admin,
  'PUT /api/admin/members/:id/payment': admin,
  'GET /api/admin/members/:id/payments': admin,
  'DELETE /api/admin/members/:id': admin,
  'GET /api/admin/members/data': admin,
  'PUT /api/admin/members/:id/data': admin,
  'POST /api/admin/bulk/members/preview': admin,
  'POST /api/admin/bulk/members': admin,
  'GET /api/admin/bulk/progress': admin,
  'POST /api/admin/bulk/payments/preview': admin,
  'POST /api/admin/bulk/payments': admin,
  'GET /api/admin/bulk/payments': admin,
  'POST /api/admin/bulk/payments/:id/undo/preview': admin,
  'POST /api/admin/bulk/payments/:id/undo': admin,
  'GET /api/admin/saved-filters': admin,
  'POST /api/admin/saved-filters': admin,
  'PUT /api/admin/saved-filters/:id': admin,
  'DELETE /api/admin/saved-filters/:id': admin,
  'GET /api/admin/export': admin,
  'POST /api/admin/export': admin,
  'GET /api/admin/import-template': admin,
  'POST /api/members/import': admin,
  'GET /api/admin/imports': admin,
  'GET /api/admin/imports/progress': admin,
  'GET /api/admin/imports/:id/undo': admin,
  'POST /api/admin/imports/:id/undo': admin,
  'POST /api/auth/apply': everybody,
  'POST /api/applications/mine': everybody,
  'POST /api/applications/mine/changes': everybody,
  'POST /api/applications/mine/withdraw': everybody,
  'GET /api/admin/pending-applications': admin,
  'GET /api/admin/pending-members': admin,
  'GET /api/admin/applications': admin,
  'GET /api/admin/applications/retention': admin,
  'GET /api/admin/applications/:id': admin,
  'PUT /api/admin/applications/:id/keep': admin,
  'PUT /api/admin/applications/:id/status': admin,
}

type Outcome = 401 | 403 | 'passed'

/** The status that the guard of a route must answer according to this table: 401 or 403. */
function expectedOutcome(table: typeof mayCall, route: string, caller: Caller): Outcome {
  if (table[route]?.includes(caller)) return 'passed'
  return caller === 'visitor' || caller === 'ended session' ? 401 : 403
}

interface Answer {
  route: string
  caller: Caller
  status: number
}

/** Calls every route as every caller. */
async function callAll(portal: TestPortal): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const caller of callers) {
    let client = await clientOf(portal, caller)
    for (const { method, path } of declaredRoutes(portal.server)) {
      const target = path.replace(/:\w+/g, 'no-such-id')
      const { status } = await client.request(method, target, method === 'GET' ? undefined : {})
      answers.push({ route: `${method} ${path}`, caller, status })
      // The call may have ended the session.
      if (outcomeOf(status) === 'passed') client = await clientOf(portal, caller)
    }
  }
  return answers
}

const outcomeOf = (status: number): Outcome =>
  status === 401 || status === 403 ? status : 'passed'

/** The differences from the table, and defects. */
const deviations = (answers: Answer[], table: typeof mayCall): string[] =>
  answers.flatMap(({ route, caller, status }) => {
    const outcome = outcomeOf(status)
    const found: string[] = []
    if (outcome !== expectedOutcome(table, route, caller))
      found.push(`${route} for ${caller}: ${outcome}`)
    if (status >= 500) found.push(`${route} for ${caller}: ${status}`)
    return found
  })

test('the guards of all routes admit exactly the callers the contract names', async () => {
  const portal = await testPortal('SQLite')
  const routes = declaredRoutes(portal.server).map(({ method, path }) => `${method} ${path}`)
  expect(routes.toSorted()).toEqual(Object.keys(mayCall).toSorted())
  const answers = await callAll(portal)
  expect(deviations(answers, mayCall)).toEqual([])
  // A guard that differs from the table would be found, in both directions.
  const table = { ...mayCall, 'GET /api/admin/stats': members, 'GET /api/members': oem }
  expect(deviations(answers, table).toSorted()).toEqual([
    'GET /api/admin/stats for oem: 403',
    'GET /api/admin/stats for vendor: 403',
    'GET /api/members for admin: passed',
    'GET /api/members for vendor: passed',
  ])
}, 90_000)

async function clientOf(portal: TestPortal, caller: Caller): Promise<TestClient> {
  if (caller === 'visitor') return portal.visitor()
  if (caller !== 'ended session') {
    await portal.as(caller)
    return portal.signIn(emailOf(caller))
  }
  const client = await portal.signIn('former@teak.example')
  const cookies = new Map(client.cookies)
  await client.post('/api/auth/logout')
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

describe('a route', () => {
  test('without a guard cannot be mounted', async () => {
    const { server } = await testPortal('SQLite')
    server.get('/api/forgotten', (c) => c.text('open to all'))
    expect(() => declaredRoutes(server)).toThrow('GET /api/forgotten does not say who may call it')
  })

  test('with a handler before its guard cannot be mounted', async () => {
    const { server } = await testPortal('SQLite')
    server.get(
      '/api/late',
      (_c, next) => next(),
      only('admin'),
      (c) => c.text('too late'),
    )
    expect(() => declaredRoutes(server)).toThrow('GET /api/late does not say who may call it')
  })
})

describe('a request that no route accepts', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api', 404],
    ['GET', '/uploads/a.jpg', 404],
    ['DELETE', '/api/user', 405],
    ['PATCH', '/api/auth/verify', 405],
    ['POST', '/login', 405],
    ['GET', '/login', 200],
    ['GET', '/admin/', 200],
    ['GET', '/no-such-screen', 404],
    ['GET', '/.git/config', 404],
    ['GET', '/assets/x.js.map', 404],
  ])('%s %s is answered %i with a text', async (method, path, status) => {
    const portal = await testPortal('SQLite')
    const answer = await portal.visitor().request(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    if (status === 405) expect(answer.headers.get('Allow')).toMatch(/GET|POST/)
    expect((await answer.text()).length).toBeGreaterThan(10)
  })

  test.each([
    ['text/plain', '{}', 415],
    ['application/json', '{"email":', 400],
    ['application/json', 'null', 400],
    ['application/json', '[]', 400],
    ['application/json', `{"email":"${'a'.repeat(200_000)}"}`, 413],
    ['multipart/form-data; boundary=x', '--x--', 415],
  ])('a body of %s %.20s is answered %i', async (type, body, status) => {
    const portal = await testPortal('SQLite')
    const answer = await portal.server.request('http://portal.test/api/auth/request-link', {
      method: 'POST',
      headers: { 'Content-Type': type, 'Content-Length': String(body.length) },
      body,
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
  })

  test('a colon in the place of an id is a 404 like any unknown id', async () => {
    const portal = await testPortal('SQLite')
    const vendor = await portal.as('vendor')
    const answer = await vendor.request('PUT', '/api/jobs/:id/saved', { saved: true })
    expect([answer.status, await answer.text()]).toEqual([404, 'Job not found'])
    expect((await vendor.request('DELETE', '/api/auth/sessions/%00')).status).toBe(404)
  })

  test.each(['/login', '/', '/no-such-screen'])('HEAD %s is answered as GET', async (path) => {
    const portal = await testPortal('SQLite')
    const get = await portal.visitor().request('GET', path)
    const head = await portal.visitor().request('HEAD', path)
    expect([head.status, await head.text()]).toEqual([get.status, ''])
  })

  test('HEAD is GET without a body', async () => {
    const portal = await testPortal('SQLite')
    const answer = await portal.visitor().request('HEAD', '/healthz')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })

  test('an internal error is answered 500 with a reference and without its reason', async () => {
    const portal = await testPortal('SQLite')
    await portal.db.schema.dropTable('rate_count').execute()
    const answer = await portal
      .visitor()
      .request('POST', '/api/auth/request-link', { email: 'a@teak.example', type: 'member' })
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringMatching(/^Something went wrong on our side \(reference [0-9a-f]{8}\)$/),
    ])
  })
})
