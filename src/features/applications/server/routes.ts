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
import { kindOfField, type ReceivedForm, readForm } from '#platform/server/http/multipart.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { countMegabytes } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import {
  type Application,
  applicantToken,
  applicationDecision,
  applicationQuery,
} from '../contract.ts'
import {
  submitChanges,
  viewOwnApplication,
  withdrawApplication,
} from './applicant/own-application.ts'
import { applicationFromRow } from './apply/papers.ts'
import { countAttempt, submitApplication } from './apply/submit.ts'
import { listApplications } from './queries.ts'
import { retentionStatus } from './retention/retention.ts'
import { decideApplication, noSuchApplication } from './review/decide.ts'
import { applicationDetails } from './review/details.ts'

export function applicationRoutes(world: World) {
  return new Hono<PortalEnv>().route('/', applicantRoutes(world)).route('/', adminRoutes(world))
}

/** Applicants are visitors: what they may see and do hangs on their private link alone. */
function applicantRoutes(world: World) {
  return new Hono<PortalEnv>()
    .post('/auth/apply', anyone(), async (c) =>
      c.json(
        await withForm(world, c, (form) =>
          submitApplication(world, form, c.var.request.client, submissionKey(c)),
        ),
        201,
      ),
    )
    .post('/applications/mine', anyone(), body(applicantToken), async (c) => {
      await countAttempt(world, c.var.request.client)
      return c.json(await viewOwnApplication(world, c.req.valid('json').token))
    })
    .post('/applications/mine/changes', anyone(), async (c) =>
      c.json(await withForm(world, c, (form) => submitChanges(world, form, c.var.request.client))),
    )
    .post('/applications/mine/withdraw', anyone(), body(applicantToken), async (c) => {
      await countAttempt(world, c.var.request.client)
      return c.json(await withdrawApplication(world, c.req.valid('json').token))
    })
}

function adminRoutes(world: World) {
  const { db } = world
  const list = listAnswer(world)
  return new Hono<PortalEnv>()
    .get('/admin/pending-applications', only('admin'), query(applicationQuery), (c) =>
      list(c, { status: 'pending' }, (application) => application),
    )
    .get('/admin/pending-members', only('admin'), query(applicationQuery), (c) =>
      list(c, { status: 'pending' }, memberToBe),
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

/** GET /api/admin/pending-members: those who wait, as the members they would be. */
const memberToBe = ({ id, type, created_at, formData }: Application) => ({
  id,
  name: formData.name,
  email: formData.email,
  company_name: formData.companyName,
  role: type,
  created_at,
})

/** Reads a form, does the work, and discards what arrived for it, however the work ends. */
async function withForm<Answer>(
  world: World,
  c: Context<PortalEnv>,
  work: (form: ReceivedForm) => Promise<Answer>,
): Promise<Answer> {
  const form = await readForm(c, world.files, {
    kindOf: kindOfField,
    before: async () => {
      const { client } = c.var.request
      await countAttempt(world, client)
      await countMegabytes(world.db, client, c.req.header('content-length'), world.now())
    },
  })
  try {
    return await work(form)
  } finally {
    await world.files.discard(form.files)
  }
}

type Query = z.output<typeof applicationQuery>

/** Answers a list as an array; `always` stands above what was asked. */
function listAnswer({ db }: World) {
  return async (
    c: Context<
      SignedInEnv,
      string,
      { in: { query: z.input<typeof applicationQuery> }; out: { query: Query } }
    >,
    always: Pick<Query, 'status'>,
    shape: (application: Application) => object,
  ) => {
    const { cursor, ...asked } = c.req.valid('query')
    const found = await listApplications(db, { ...asked, ...always }, parseCursor(cursor))
    setPagingHeaders(c, found)
    return c.json(found.applications.map((row) => shape(applicationFromRow(row))))
  }
}

/** The id in the path; what cannot be one is nobody's application. */
function applicationId(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw noSuchApplication()
  return id
}

function submissionKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (!key) return undefined
  if (key.length <= 200) return key
  throw new Refusal('invalid', 'An Idempotency-Key has at most 200 characters')
}
