import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { body, only, type PortalEnv, query, type SignedInEnv } from '#platform/server/http/http.ts'
import { idParam } from '#platform/server/http/id-param.ts'
import { idempotencyKey } from '#platform/server/http/idempotency-key.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { World } from '#platform/server/world.ts'
import { jobClosing, jobDecision, jobEdit, jobPosting, jobQuery, jobSaving } from '../contract.ts'
import { jobVisibleTo } from '../rules.ts'
import { decideJob, deleteJob, editJob } from './moderation.ts'
import {
  closePosting,
  editPosting,
  noSuchJob,
  postJob,
  renewPosting,
  saveJob,
  viewJob,
} from './postings.ts'
import { type JobList, listJobs } from './queries.ts'

export function jobRoutes(world: World) {
  const list = sendList(world)
  return new Hono<PortalEnv>()
    .get('/jobs', only(), query(jobQuery), (c) => list(c, 'board'))
    .get('/jobs/saved', only(), query(jobQuery), (c) => list(c, 'saved'))
    .get('/jobs/mine', only('oem'), query(jobQuery), (c) => list(c, 'own'))
    .get('/admin/pending-jobs', only('admin'), query(jobQuery), (c) => list(c, 'pending'))
    .get('/admin/approved-jobs', only('admin'), query(jobQuery), (c) => list(c, 'approved'))
    .get('/jobs/:id', only(), async (c) =>
      c.json(await viewJob(world.db, c.var.caller, jobId(c), world.now())),
    )
    .route('/', posterRoutes(world))
    .route('/', adminRoutes(world))
}

function posterRoutes(world: World) {
  return new Hono<PortalEnv>()
    .post('/jobs', only('oem'), body(jobPosting), async (c) =>
      c.json(await postJob(world, c.var.caller, c.req.valid('json'), idempotencyKey(c)), 201),
    )
    .put('/jobs/:id', only('oem'), body(jobPosting), async (c) =>
      c.json(await editPosting(world, c.var.caller, jobId(c), c.req.valid('json'))),
    )
    .put('/jobs/:id/status', only('oem'), body(jobClosing), async (c) =>
      c.json(await closePosting(world, c.var.caller, jobId(c), c.req.valid('json'))),
    )
    .post('/jobs/:id/renew', only('oem'), async (c) =>
      c.json(await renewPosting(world, c.var.caller, jobId(c))),
    )
    .put('/jobs/:id/saved', only(), body(jobSaving), async (c) =>
      c.json(await saveJob(world, c.var.caller, jobId(c), c.req.valid('json').saved)),
    )
}

function adminRoutes(world: World) {
  return new Hono<PortalEnv>()
    .put('/admin/jobs/:id/status', only('admin'), body(jobDecision), async (c) =>
      c.json(await decideJob(world, c.var.caller, jobId(c), c.req.valid('json'))),
    )
    .put('/admin/jobs/:id', only('admin'), body(jobEdit), async (c) =>
      c.json(await editJob(world, c.var.caller, jobId(c), c.req.valid('json'))),
    )
    .delete('/admin/jobs/:id', only('admin'), async (c) => {
      await deleteJob(world, c.var.caller, jobId(c))
      return c.json({ message: 'Job deleted' })
    })
}

/** Answers a list as an array, with paging headers (contract 12.7). */
function sendList(world: World) {
  return async (
    c: Context<
      SignedInEnv,
      string,
      { in: { query: z.input<typeof jobQuery> }; out: { query: z.output<typeof jobQuery> } }
    >,
    list: JobList,
  ) => {
    const { cursor, ...filters } = c.req.valid('query')
    const { caller } = c.var
    const now = world.now()
    const page = await listJobs(world.db, list, caller.id, filters, parseCursor(cursor), now)
    setPagingHeaders(c, page)
    return c.json(page.jobs.flatMap((job) => jobVisibleTo(caller, job, now) ?? []))
  }
}

const jobId = (c: Context): string => idParam(c, noSuchJob)
