import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { z } from 'zod'
import { postApplication } from '#features/applications/endpoints.ts'
import { applicationRoutes } from '#features/applications/server/routes.ts'
import { bankStatementRoutes } from '#features/bank-statements/server/routes.ts'
import { directoryBookRoutes } from '#features/certificates/server/directory-book/routes.ts'
import { certificateRoutes } from '#features/certificates/server/routes.ts'
import { noticeRoutes } from '#features/dues/server/notices/routes.ts'
import { duesRoutes } from '#features/dues/server/routes.ts'
import { importRoutes } from '#features/imports/server/routes.ts'
import { jobRoutes } from '#features/jobs/server/routes.ts'
import { receiptRoutes } from '#features/ledger/server/receipts/routes.ts'
import { paymentRoutes } from '#features/ledger/server/routes.ts'
import { memberRoutes } from '#features/members/server/routes.ts'
import { notificationRoutes } from '#features/notifications/server/routes.ts'
import { profileRoutes } from '#features/profile/server/routes.ts'
import { invitationRoutes } from '#features/register/server/invitations/routes.ts'
import { memberDataRoutes } from '#features/register/server/member-data/routes.ts'
import { renewalRoutes } from '#features/register/server/renewals/routes.ts'
import { savedFilterRoutes } from '#features/register/server/saved-filters/routes.ts'
import { boardBookRoutes } from '#features/reports/server/board-book/routes.ts'
import { bookRoutes } from '#features/reports/server/books/routes.ts'
import { figureRoutes } from '#features/reports/server/figures/routes.ts'
import { firstDayRoutes } from '#features/settings/server/first-day/routes.ts'
import { settingsRoutes } from '#features/settings/server/routes.ts'
import type { SettingsStore } from '#features/settings/server/settings-store.ts'
import type { SignInLink } from '#features/sign-in/server/request-link.ts'
import { signInRoutes } from '#features/sign-in/server/routes.ts'
import { secondFactorRoutes } from '#features/sign-in/server/second-factor/routes.ts'
import { callerResolver } from '#features/sign-in/server/session.ts'
import type { Config } from '#platform/server/config.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { DiskGuard } from '#platform/server/disk/disk-guard.ts'
import type { ClientReader } from '#platform/server/http/client-network.ts'
import { answerError } from '#platform/server/http/error-response.ts'
import { anyone, declaredRoutes, only } from '#platform/server/http/guards.ts'
import type { Monitor } from '#platform/server/http/monitor.ts'
import { openApi } from '#platform/server/http/openapi.ts'
import { readFormFields } from '#platform/server/http/request-body.ts'
import type { PortalEnv } from '#platform/server/http/request-context.ts'
import { requestMiddleware } from '#platform/server/http/request-middleware.ts'
import { mount, type Route, route } from '#platform/server/http/route.ts'
import type { StaticFiles } from '#platform/server/http/static-files.ts'
import type { World } from '#platform/server/world.ts'
import { isPathOf } from '#shared/screens/address.ts'
import { getOpenApi, getWaiting } from '../endpoints.ts'
import { eventSources } from './background/event-sources.ts'
import { fileRoutes, uploadRoutes } from './file-routes.ts'
import { overviewRoutes } from './overview.ts'
import { noticePage, screenPage } from './pages.ts'
import { ownDataRoutes } from './personal-data/own-data.ts'
import { permanentDeleteRoutes } from './personal-data/permanent-delete.ts'
import { systemRoutes } from './system/system-routes.ts'

interface ServerOptions extends World {
  settings: SettingsStore
  /** Who the client of a request is. */
  clients: ClientReader
  monitor: Monitor
  config: Config
  database: OpenDatabase
  /** Called after a request that may have written something; wakes the sender of mails. */
  afterWrite: () => void
  /** Called with each sign-in link that is mailed. */
  onSignInLink?: ((link: SignInLink) => void) | undefined
  /** True in tests: an answer that does not match its schema is an error. */
  checkAnswers?: boolean
  /** The built browser side. */
  build: StaticFiles
  /** undefined when the database is elsewhere: the disk of the data folder does not limit what it saves. */
  disk?: DiskGuard | undefined
  /** Throws a Refusal when the database or the file storage cannot be written, or the disk is full. */
  checkReady: () => Promise<void>
}

const isSecondFactorRequired =
  ({ settings }: ServerOptions) =>
  (): boolean =>
    settings.current().require_second_factor === 'yes'

/** The endpoints of the API; the first that matches a path answers. */
export const apiRoutes = (needs: ServerOptions): Route[] => [
  ...signInRoutes(needs, {
    onLink: needs.onSignInLink,
    isSecondFactorRequired: isSecondFactorRequired(needs),
  }),
  ...secondFactorRoutes(needs, isSecondFactorRequired(needs)),
  ...overviewRoutes(needs),
  ...systemRoutes(needs),
  ...figureRoutes(needs),
  ...paymentRoutes(needs),
  ...noticeRoutes(needs),
  ...receiptRoutes(needs),
  ...bankStatementRoutes(needs),
  ...duesRoutes(needs),
  ...renewalRoutes(needs),
  ...boardBookRoutes(needs),
  ...bookRoutes(needs),
  ...directoryBookRoutes(needs),
  // These routes come before those of members, because /api/admin/members/data looks like a
  // member's id.
  ...memberDataRoutes(needs),
  ...importRoutes(needs),
  ...memberRoutes(needs),
  ...savedFilterRoutes(needs),
  ...permanentDeleteRoutes(needs),
  ...profileRoutes(needs),
  ...uploadRoutes(needs),
  ...ownDataRoutes(needs),
  ...settingsRoutes(needs, needs.settings),
  ...notificationRoutes(needs, eventSources),
  ...invitationRoutes(needs),
  ...certificateRoutes(needs, needs.settings.current),
  ...firstDayRoutes(needs, needs.settings),
  ...jobRoutes(needs),
  ...applicationRoutes(needs),
]

/** GET /api/openapi.json describes these endpoints and itself. */
export function openApiRoute(
  routes: readonly Route[],
  { secure, info, publicUrl }: ServerOptions,
): Route {
  const spec = { summary: 'This description', answer: z.record(z.string(), z.unknown()) }
  const self: Route = route(getOpenApi, only('admin'), spec, () =>
    openApi([...routes, self], {
      title: `${info().association_name}: members' portal`,
      version: '1',
      url: publicUrl,
      cookie: secure ? '__Host-session' : 'session',
    }),
  )
  return self
}

/** The portal as one handler of requests. Every route declares who may call it. */
export function createServer(needs: ServerOptions) {
  const server = new Hono<PortalEnv>({ router: new TrieRouter() })
  server.onError(answerError(needs.log, needs.disk?.handleError))
  server.use(
    '*',
    requestMiddleware({
      ...needs,
      findCaller: callerResolver(needs, {
        backgroundPaths: [getWaiting.path],
        isSecondFactorRequired: isSecondFactorRequired(needs),
      }),
    }),
  )
  // Before the next middleware, which waits for the database.
  server.get('/healthz', anyone(), (c) => c.json({ status: 'ok' }))
  server.use('*', async (c, next) => {
    if (needs.disk && !/^(GET|HEAD|OPTIONS)$/.test(c.req.method))
      await assertRoom(needs.disk, c.req.path)
    await needs.settings.refreshIfStale()
    await next()
  })
  server.get('/readyz', anyone(), async (c) => {
    await needs.checkReady()
    return c.json({ status: 'ready' })
  })
  const api = apiRoutes(needs)
  mount(server, [...api, openApiRoute(api, needs)], needs)
  server.route('/', fileRoutes(needs))
  server.post('/dues', anyone(), async (c) => {
    const link = (await readFormFields(c)).get('link') ?? ''
    return noticePage(c, needs, link)
  })
  const routes = declaredRoutes(server)
  server.notFound((c) => answerOther(c, needs, routes))
  return server
}

/** Throws a Refusal when the disk has no space for a write to this path. */
async function assertRoom(disk: DiskGuard, path: string): Promise<void> {
  // The disk may have become full since the last check; then its reserve is released now.
  if (isSigningIn(path)) await disk.check()
  else disk.assertRoomForSaves()
}

/** Whether a path may use the reserve of a full disk: signing in and out, but not applying. */
const isSigningIn = (path: string): boolean =>
  path.startsWith('/api/auth/') && path !== postApplication.path

/** Files of the build and pages of screens, and a 404 or 405 for everything else. */
function answerOther(
  c: Context<PortalEnv>,
  needs: ServerOptions,
  routes: { method: string; path: string }[],
): Response | Promise<Response> {
  const { path, method } = c.req
  const isCall = /^\/(api|uploads|healthz|readyz)(\/|$)/.test(path)
  if (!isCall && method !== 'GET' && method !== 'HEAD')
    return c.text('This address accepts GET only', 405, { Allow: 'GET, HEAD' })
  if (!isCall) return needs.build.answer(c, path) ?? screenPage(c, needs)
  const allowed = routes.filter((other) => isPathOf(other.path, path)).map((other) => other.method)
  if (allowed.length === 0) return c.text('Nothing was found at this address', 404)
  const methods = [...new Set(allowed)].join(', ')
  return c.text(`This address takes ${methods} only`, 405, { Allow: methods })
}
