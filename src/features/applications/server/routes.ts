import type { Context } from 'hono'
import { filesByKind, type UploadForm } from '#platform/server/files/upload-form.ts'
import { visitorFrom } from '#platform/server/files/uploader.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { withForm } from '#platform/server/http/multipart.ts'
import { parseCursor, setPagingHeaders } from '#platform/server/http/paging.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { PortalEnv } from '#platform/server/http/request-context.ts'
import { type FormFields, type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import { limits } from '#shared/limits.ts'
import {
  type Application,
  acknowledgementAnswer,
  applicationAnswer,
  applicationDetailsAnswer,
  applicationsAnswer,
  ownApplicationAnswer,
  type PendingMember,
  pendingMembersAnswer,
  retentionAnswer,
  submittedChangesAnswer,
} from '../answers.ts'
import {
  type ApplicationQuery,
  applicantToken,
  applicationDecision,
  applicationKeeping,
  applicationQuery,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { paperKinds } from '../papers.ts'
import { detailLabels } from '../rules.ts'
import { submitChanges } from './applicant/changes.ts'
import { viewOwnApplication, withdrawApplication } from './applicant/own-application.ts'
import { applicationFromRow } from './application-row.ts'
import { submitApplication } from './apply/submit.ts'
import { findApplication, listApplications } from './queries.ts'
import { retentionStatus } from './retention/retention.ts'
import { applicationDetails } from './review/application-details.ts'
import { decideApplication, noSuchApplication } from './review/decide-application.ts'
import { keepApplication } from './review/keep-application.ts'

export const applicationRoutes = (world: World): Route[] => [
  ...applicantRoutes(world),
  ...listRoutes(world),
  ...reviewRoutes(world),
]

/** The fields of the form. An upload field takes a file or the URL of an earlier upload. */
const formFields: FormFields = {
  type: 'text',
  ...Object.fromEntries(Object.keys(detailLabels).map((name) => [name, 'text' as const])),
  ...Object.fromEntries(
    paperKinds.map((kind) => [kind, fileKinds[kind].maxCount === 1 ? 'file' : 'files']),
  ),
  noticeVersion: 'text',
}

/** Applicants have no account: their private link alone gives access to an application. */
const applicantRoutes = (world: World): Route[] => [
  route(
    endpoints.postApplication,
    anyone(),
    {
      summary: 'Apply for membership',
      form: formFields,
      idempotent: true,
      answer: acknowledgementAnswer,
      status: 201,
    },
    ({ idempotencyKey, c }) =>
      withApplicantForm(world, c, (form) =>
        submitApplication(world, form, c.var.request.client, idempotencyKey),
      ),
  ),
  route(
    endpoints.postOwnApplication,
    anyone(),
    { summary: 'Your application', body: applicantToken, answer: ownApplicationAnswer },
    async ({ body: { token }, c }) => {
      await enforceLimit(world.db, limits.applicantCalls, c.var.request.client, world.now())
      return viewOwnApplication(world, token)
    },
  ),
  route(
    endpoints.postChanges,
    anyone(),
    {
      summary: 'Send the requested changes of your application',
      form: { token: 'text', ...formFields },
      answer: submittedChangesAnswer,
    },
    ({ c }) =>
      withApplicantForm(world, c, (form) => submitChanges(world, form, c.var.request.client)),
  ),
  route(
    endpoints.postWithdrawal,
    anyone(),
    {
      summary: 'Withdraw your application',
      body: applicantToken,
      answer: ownApplicationAnswer,
    },
    async ({ body: { token }, c }) => {
      await enforceLimit(world.db, limits.applicantCalls, c.var.request.client, world.now())
      return withdrawApplication(world, token)
    },
  ),
]

const listRoutes = ({ db }: World): Route[] => [
  route(
    endpoints.getPendingApplications,
    only('admin'),
    {
      summary: 'Pending applications',
      query: applicationQuery,
      answer: applicationsAnswer,
    },
    ({ query, c }) => list(db, { ...query, status: 'pending' }, c),
  ),
  route(
    endpoints.getPendingMembers,
    only('admin'),
    {
      summary: 'Those who wait, as the members they would be',
      query: applicationQuery,
      answer: pendingMembersAnswer,
    },
    async ({ query, c }) => (await list(db, { ...query, status: 'pending' }, c)).map(pendingMember),
  ),
  route(
    endpoints.getApplications,
    only('admin'),
    { summary: 'Applications', query: applicationQuery, answer: applicationsAnswer },
    ({ query, c }) => list(db, query, c),
  ),
]

/** A page of applications; sets the paging headers (contract 12.7). */
async function list(
  db: World['db'],
  { cursor, ...filters }: ApplicationQuery,
  c: Context,
): Promise<Application[]> {
  const page = await listApplications(db, filters, parseCursor(cursor))
  setPagingHeaders(c, page)
  return page.applications.map(applicationFromRow)
}

const pendingMember = ({ id, type, created_at, formData }: Application): PendingMember => ({
  id,
  name: formData.name,
  email: formData.email,
  company_name: formData.companyName,
  role: type,
  created_at,
})

const notFound = noSuchApplication().message

const reviewRoutes = (world: World): Route[] => [
  // Before the single application, because 'retention' looks like an id.
  route(
    endpoints.getRetention,
    only('admin'),
    { summary: 'The deletion of papers', answer: retentionAnswer },
    () => retentionStatus(world.db),
  ),
  route(
    endpoints.getApplication,
    only('admin'),
    {
      summary: 'One application',
      answer: applicationDetailsAnswer,
      record: { find: (id) => findApplication(world.db, id), missing: noSuchApplication },
    },
    ({ record }) => applicationDetails(world.db, record),
  ),
  route(
    endpoints.putApplicationKeep,
    only('admin'),
    {
      summary: 'Keep an application without a confirmed email address',
      body: applicationKeeping,
      answer: applicationAnswer,
      notFound,
    },
    ({ caller, params, body }) => keepApplication(world, caller, params.id, body),
  ),
  route(
    endpoints.putApplicationStatus,
    only('admin'),
    {
      summary: 'Decide an application',
      body: applicationDecision,
      answer: applicationAnswer,
      notFound,
    },
    ({ caller, params, body }) => decideApplication(world, caller, params.id, body),
  ),
]

/** Reads the form of an applicant, within the limits of the client. */
function withApplicantForm<Answer>(
  world: World,
  c: Context<PortalEnv>,
  work: (form: UploadForm) => Promise<Answer>,
): Promise<Answer> {
  const { client } = c.var.request
  const uploader = visitorFrom(client)
  const before = async () => {
    await enforceLimit(world.db, limits.applicantCalls, client, world.now())
    await world.files.assertOpen(uploader, world.now())
  }
  return withForm(c, { files: filesByKind(world.files, uploader), before }, work)
}
