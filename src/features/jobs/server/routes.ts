import type { Context } from 'hono'
import { only, signedIn } from '#platform/server/http/guards.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { type Job, jobAnswer, jobsAnswer } from '../answers.ts'
import {
  type JobQuery,
  jobClosing,
  jobDecision,
  jobEdit,
  jobPosting,
  jobQuery,
  jobSaving,
  newJob,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { jobVisibleTo } from '../rules.ts'
import { decideJob, editJob, removeJob } from './moderation.ts'
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

const notFound = noSuchJob().message

export const jobRoutes = (world: World): Route[] => [
  ...listRoutes(world),
  ...posterRoutes(world),
  ...adminRoutes(world),
]

function listRoutes(world: World): Route[] {
  const spec = (summary: string) => ({
    summary,
    query: jobQuery,
    answer: jobsAnswer,
  })
  const list =
    (name: JobList) =>
    ({ caller, query, c }: { caller: Caller; query: JobQuery; c: Context }) =>
      sendList(c, world, caller, { ...query, list: name })
  return [
    route(endpoints.getJobs, signedIn(), spec('Jobs on the board'), list('board')),
    route(endpoints.getSavedJobs, signedIn(), spec('Saved jobs'), list('saved')),
    route(endpoints.getOwnJobs, only('oem'), spec('Own postings'), list('own')),
    route(endpoints.getPendingJobs, only('admin'), spec('Pending jobs'), list('pending')),
    route(
      endpoints.getApprovedJobs,
      only('admin'),
      spec('Approved jobs, expired ones too'),
      list('approved'),
    ),
    // After /api/jobs/saved and /api/jobs/mine, which look like a job's id.
    route(
      endpoints.getJob,
      signedIn(),
      { summary: 'One job', answer: jobAnswer, notFound },
      ({ caller, params }) => viewJob(world.db, caller, params.id, world.now()),
    ),
  ]
}

/** A page of a list as the caller may see it, with paging headers (contract 12.7). */
async function sendList(
  c: Context,
  world: World,
  caller: Caller,
  { list, cursor, ...filters }: JobQuery & { list: JobList },
): Promise<Job[]> {
  const now = world.now()
  const page = await listJobs(world.db, list, {
    personId: caller.id,
    query: filters,
    after: parseCursor(cursor),
    now,
  })
  setPagingHeaders(c, page)
  return page.jobs.flatMap((job) => jobVisibleTo(caller, job, now) ?? [])
}

const posterRoutes = (world: World): Route[] => [
  route(
    endpoints.postPosting,
    only('oem'),
    {
      summary: 'Post a job for review',
      body: newJob,
      idempotent: true,
      answer: jobAnswer,
      status: 201,
    },
    ({ caller, body, idempotencyKey }) => postJob(world, caller, body, idempotencyKey),
  ),
  route(
    endpoints.putPosting,
    only('oem'),
    { summary: 'Edit your posting', body: jobPosting, answer: jobAnswer, notFound },
    ({ caller, params, body }) => editPosting(world, caller, params.id, body),
  ),
  route(
    endpoints.putPostingStatus,
    only('oem'),
    {
      summary: 'Withdraw your posting or mark it filled',
      body: jobClosing,
      answer: jobAnswer,
      notFound,
    },
    ({ caller, params, body }) => closePosting(world, caller, params.id, body),
  ),
  route(
    endpoints.postRenewal,
    only('oem'),
    { summary: 'Renew your posting', answer: jobAnswer, notFound },
    ({ caller, params }) => renewPosting(world, caller, params.id),
  ),
  route(
    endpoints.putSaved,
    signedIn(),
    { summary: 'Save a job, or remove it', body: jobSaving, answer: jobAnswer, notFound },
    ({ caller, params, body }) => saveJob(world, caller, params.id, body.saved),
  ),
]

const adminRoutes = (world: World): Route[] => [
  route(
    endpoints.putJobStatus,
    only('admin'),
    { summary: 'Approve or reject a job', body: jobDecision, answer: jobAnswer, notFound },
    ({ caller, params, body }) => decideJob(world, caller, params.id, body),
  ),
  route(
    endpoints.putJob,
    only('admin'),
    { summary: 'Edit a job', body: jobEdit, answer: jobAnswer, notFound },
    ({ caller, params, body }) => editJob(world, caller, params.id, body),
  ),
  route(
    endpoints.deleteJob,
    only('admin'),
    { summary: 'Delete a job', answer: messageAnswer, notFound },
    async ({ caller, params }) => {
      await removeJob(world, caller, params.id)
      return { message: 'Job deleted' }
    },
  ),
]
