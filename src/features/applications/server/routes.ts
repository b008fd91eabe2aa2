import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import {
  anyone,
  body,
  only,
  type PortalEnv,
  query,
  type SignedInEnv,
} from '#platform/server/http/http.ts'
import { idParam } from '#platform/server/http/id-param.ts'
import { idempotencyKey } from '#platform/server/http/idempotency-key.ts'
import { filesByKind, type ReceivedForm, withForm } from '#platform/server/http/multipart.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { countMegabytes } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import {
  type Application,
  applicantToken,
  applicationDecision,
  applicationQuery,
} from '../contract.ts'
import { submitChanges } from './applicant/changes.ts'
import { viewOwnApplication, withdrawApplication } from './applicant/own-application.ts'
import { applicationFromRow } from './application-row.ts'
import { countAttempt } from './apply/limits.ts'
import { submitApplication } from './apply/submit.ts'
import { listApplications } from './queries.ts'
import { retentionStatus } from './retention/retention.ts'
import { decideApplication, noSuchApplication } from './review/decide.ts'
import { applicationDetails } from './review/details.ts'

export function applicationRoutes(world: World) {
  return new Hono<PortalEnv>().route('/', applicantRoutes(world)).route('/', adminRoutes(world))
}

/** Applicants have no account: their private link alone gives access to an application. */
function applicantRoutes(world: World) {
  return new Hono<PortalEnv>()
    .post('/auth/apply', anyone(), async (c) =>
      c.json(
        await withApplicantForm(world, c, (form) =>
          submitApplication(world, form, c.var.request.client, idempotencyKey(c)),
        ),
        201,
      ),
    )
    .post('/applications/mine', anyone(), body(applicantToken), async (c) => {
      await countAttempt(world, c.var.request.client)
      return c.json(await viewOwnApplication(world, c.req.valid('json').token))
    })
    .post('/applications/mine/changes', anyone(), async (c) =>
      c.json(
        await withApplicantForm(world, c, (form) =>
          submitChanges(world, form, c.var.request.client),
        ),
      ),
    )
    .post('/applications/mine/withdraw', anyone(), body(applicantToken), async (c) => {
      await countAttempt(world, c.var.request.client)
      return c.json(await withdrawApplication(world, c.req.valid('json').token))
    })
}

function adminRoutes(world: World) {
  const { db } = world
  const list = sendList(world)
  return new Hono<PortalEnv>()
    .get('/admin/pending-applications', only('admin'), query(applicationQuery), (c) =>
      list(c, { status: 'pending' }, (application) => application),
    )
    .get('/admin/pending-members', only('admin'), query(applicationQuery), (c) =>
      list(c, { status: 'pending' }, pendingMember),
    )
    .get('/admin/applications', only('admin'), query(applicationQuery), (c) =>
      list(c, {}, (application) => application),
    )
    .get('/admin/applications/retention', only('admin'), async (c) =>
      c.json(await retentionStatus(db)),
    )
    .get('/admin/applications/:id', only('admin'), async (c) =>
      c.json(await applicationDetails(db, applicationId(c))),
    )
    .put('/admin/applications/:id/status', only('admin'), body(applicationDecision), async (c) =>
      c.json(await decideApplication(world, c.var.caller, applicationId(c), c.req.valid('json'))),
    )
}

/** A pending application in the shape of a member, for GET /api/admin/pending-members (contract 7.4). */
const pendingMember = ({ id, type, created_at, formData }: Application) => ({
  id,
  name: formData.name,
  email: formData.email,
  company_name: formData.companyName,
  role: type,
  created_at,
})

/** Reads the form of an applicant, within the limits of the client. */
function withApplicantForm<Answer>(
  world: World,
  c: Context<PortalEnv>,
  work: (form: ReceivedForm) => Promise<Answer>,
): Promise<Answer> {
  const before = async () => {
    const { client } = c.var.request
    await countAttempt(world, client)
    await countMegabytes(world.db, client, c.req.header('content-length'), world.now())
  }
  return withForm(c, { files: filesByKind(world.files), before }, work)
}

type Query = z.output<typeof applicationQuery>

/** Answers a list as an array, with paging headers (contract 12.7). `fixed` overrides the query. */
function sendList({ db }: World) {
  return async (
    c: Context<
      SignedInEnv,
      string,
      { in: { query: z.input<typeof applicationQuery> }; out: { query: Query } }
    >,
    fixed: Pick<Query, 'status'>,
    shape: (application: Application) => object,
  ) => {
    const { cursor, ...filters } = c.req.valid('query')
    const page = await listApplications(db, { ...filters, ...fixed }, parseCursor(cursor))
    setPagingHeaders(c, page)
    return c.json(page.applications.map((row) => shape(applicationFromRow(row))))
  }
}

const applicationId = (c: Context): string => idParam(c, noSuchApplication)
