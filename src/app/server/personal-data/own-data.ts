/** The file of everything the portal stores about the caller. It reads several features. */
import { listJobs } from '#features/jobs/server/queries.ts'
import { listOwnFees } from '#features/ledger/server/charges/own-fee-queries.ts'
import { listHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { listEntryAnswers } from '#features/ledger/server/queries.ts'
import { fieldNames, fieldOf } from '#features/members/fields/fields.ts'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import { listChoices } from '#features/notifications/server/queries.ts'
import { getOwnData } from '#features/profile/endpoints.ts'
import { listSessions } from '#features/sign-in/server/queries.ts'
import { listFactors } from '#features/sign-in/server/second-factor/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { listChanges } from '#platform/server/history/history.ts'
import { signedIn } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { type OwnData, ownDataAnswer } from '../../answers.ts'
import {
  countCodesOf,
  listApplicationsOf,
  listBankLinesOf,
  listBrowsersOf,
  listCertificatesOf,
  listDuesMailsOf,
  listFilesOf,
  listFiltersOf,
  listInvitationsOf,
  listMailsTo,
  listNoticesOf,
  listReportedPaymentsOf,
} from './own-data-queries.ts'

export const ownDataRoutes = (world: World): Route[] => [
  route(
    getOwnData,
    signedIn(),
    { summary: 'All data about the caller', answer: ownDataAnswer },
    ({ caller, c }) => {
      const name = `my-data-${isoDay(world.now())}.json`
      c.header('Content-Disposition', `attachment; filename="${name}"`)
      return readOwnData(world, caller.id)
    },
  ),
]

async function readOwnData({ db, now }: World, id: string): Promise<OwnData> {
  const person = await findPerson(db, id)
  const jobs = async (list: 'own' | 'saved') =>
    (await listJobs(db, list, { personId: id, query: {}, now: now() })).jobs
  return {
    made_at: now().toISOString(),
    profile: person && userFromRow(person),
    membership: person && {
      valid_from: person.membership_valid_from,
      valid_to: person.membership_valid_to,
    },
    sign_in: person && {
      invited_at: person.invited_at,
      last_sign_in_at: person.last_sign_in_at,
    },
    payments: (await listEntryAnswers(db, id)).map(
      ({ amount_paise, recorded_by: _, ...entry }) => ({
        ...entry,
        amount_in_rupees: decimalRupees(amount_paise),
      }),
    ),
    changes: (await listChanges(db, 'person', id)).map(
      ({ at, action, actor_id, before, after }) => ({
        at,
        act: action,
        by: actor_id === id ? 'you' : 'the association',
        before: withoutAdminOnlyFields(before),
        after: withoutAdminOnlyFields(after),
      }),
    ),
    job_postings: (await jobs('own')).map(posting),
    saved_jobs: (await jobs('saved')).map(({ id: job, saved_at, saved_title }) => ({
      id: job,
      saved_at,
      title: saved_title,
    })),
    ...(person && (await readApplications(db, person))),
    certificates: await listCertificatesOf(db, id),
    own_fees: (await listOwnFees(db, id)).map(({ amount_paise, from_year, to_year, reason }) => ({
      from_year,
      to_year,
      reason,
      amount_in_rupees: decimalRupees(amount_paise),
    })),
    dues_notices: await listNoticesOf(db, id),
    dues_emails: await listDuesMailsOf(db, id),
    reported_payments: await listReportedPaymentsOf(db, id),
    held_cheques: (await listHeldCheques(db, { personId: id })).map(
      ({ number, bank, amount_paise, received_on }) => ({
        number,
        bank,
        amount_paise,
        received_on,
      }),
    ),
    bank_lines: await listBankLinesOf(db, id),
    invitations: (await listInvitationsOf(db, id)).map(({ invited_at }) => invited_at),
    sign_ins: (await listChanges(db, 'sign-in', id)).map(({ at, action, after }) => ({
      at,
      act: action,
      details: after,
    })),
    known_browsers: await listBrowsersOf(db, id),
    second_factors: (await listFactors(db, id)).map(({ kind, name, created_at, last_used_at }) => ({
      kind,
      name,
      created_at,
      last_used_at,
    })),
    unused_recovery_codes: await countCodesOf(db, id),
    notifications: await listChoices(db, id),
    saved_filters: await listFiltersOf(db, id),
    mails: person ? await listMailsTo(db, person.email) : [],
    sessions: (await listSessions(db, id)).map(({ device, created_at, seen_at }) => ({
      device,
      created_at,
      seen_at,
    })),
  }
}

/** The applications and all files of a person; papers are named, not included. */
async function readApplications(db: Database, person: PersonRow) {
  const applications = await listApplicationsOf(db, person)
  const ids = applications.map(({ id }) => id)
  return {
    applications: applications.map(({ id: _id, form_data, ...application }) => ({
      ...application,
      form: JSON.parse(form_data) as Record<string, unknown>,
    })),
    files: await listFilesOf(db, person.id, ids),
  }
}

/** The fields that only administrators read; the download omits them, but not `is_visible`. */
const adminOnlyFields = new Set<string>(
  fieldNames.filter((name) => fieldOf(name).readBy === 'admins' && name !== 'is_visible'),
)

const withoutAdminOnlyFields = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !adminOnlyFields.has(name)))

const posting = (job: Awaited<ReturnType<typeof listJobs>>['jobs'][number]) => ({
  id: job.id,
  title: job.title,
  company_name: job.company_name,
  description: job.description,
  location: job.location,
  location_type: job.location_type,
  employment_type: job.employment_type,
  how_to_apply: job.how_to_apply,
  pay_min: job.pay_min,
  pay_max: job.pay_max,
  pay_period: job.pay_period,
  openings: job.openings,
  status: job.status,
  created_at: job.created_at,
})
