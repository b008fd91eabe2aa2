import { z } from 'zod'
import { jobAnswer } from '#features/jobs/answers.ts'
import { ledgerEntryAnswer } from '#features/ledger/answers.ts'
import { userAnswer } from '#features/members/answers.ts'
import { count, day, moment } from '#shared/fields.ts'

/** GET /api/admin/stats (contract 3.6). */
export const statsAnswer = z.strictObject({
  totalMembers: count,
  pendingOEMs: count,
  pendingVendors: count,
  pendingJobs: count,
})

/** GET /api/admin/stats/month: the figures of the dashboard beside the counts. */
export const dashboardAnswer = z.strictObject({
  /**
   * Active members who joined since the first day of the month in India. The next three fields count from the same day.
   */
  members: count,
  /** Submitted applications in any state. */
  oemApplications: count,
  vendorApplications: count,
  /** Posted jobs in any state. */
  jobs: count,
  /** True when the nightly backup is late (contract 10.9). */
  isBackupLate: z.boolean(),
  /** True while the mail server refuses the portal itself, so that no email is sent (contract 17.9). */
  isMailStopped: z.boolean(),
  /** Active members by type. */
  types: z.strictObject({ oem: count, vendor: count }),
  jobsOnBoard: count,
  /** The dues of the current year, as the board book counts them, and what active members owe today, of any year. */
  dues: z.strictObject({
    year: z.string(),
    collected_paise: z.int(),
    /** What was raised, or is owed and not raised, or was paid without being raised, less what was waived. */
    to_collect_paise: z.int(),
    /** The dues of a type that has members are not set, so that what is to be collected is not known. */
    lacks_rates: z.boolean(),
    owed_paise: z.int(),
    owing: count,
    /** The number of lapsed members among those who owe. */
    lapsed: count,
    /**
     * As the tiles of Renewals divide those who owe: lapsed, and not lapsed with nothing but dues that are not raised.
     */
    past_grace: count,
    not_raised: count,
  }),
  toDo: z.strictObject({
    /** False when no mail is delivered; true in the sample association, which sends none. */
    hasMailServer: z.boolean(),
    /** When the newest backup was begun; null before the first one. */
    lastBackup: moment.nullable(),
    /** When the oldest of those that wait was sent; null when none waits. */
    oldestApplication: moment.nullable(),
    oldestJob: moment.nullable(),
    /** Mails that can be sent again. */
    failedMails: count,
    /** Payments that members have reported and no administrator has decided. */
    reportedPayments: z.strictObject({ count, paise: z.int() }),
    /** The newest bank statement with undecided credits; null without one. */
    bankLines: z.strictObject({ statement: z.string(), count, from: day, to: day }).nullable(),
  }),
})

/** GET /api/admin/waiting: what waits for an administrator, for the counts of the sidebar. */
export const waitingAnswer = z.strictObject({ applications: count, jobs: count })

/** GET /api/news: the members who were listed and the jobs that were posted in the last 30 days. */
export const newsAnswer = z.strictObject({
  members: z.strictObject({
    count,
    /** The newest three. */
    latest: z.array(z.strictObject({ id: z.string(), name: z.string(), city: z.string() })),
  }),
  jobs: z.strictObject({
    count,
    latest: z.array(z.strictObject({ id: z.string(), title: z.string(), location: z.string() })),
  }),
})

/** GET /api/admin/system: the state of the portal, problems first (contract 17.9). */
export const systemAnswer = z.strictObject({
  checked_at: moment,
  sections: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      /** What needs attention, and what to do; empty when all is well. */
      problems: z.array(z.string()),
      /** Whether it is off on purpose, which is neither right nor wrong. */
      is_off: z.boolean(),
      facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    }),
  ),
})

/** GET /api/about: public facts about the portal. */
export const aboutAnswer = z.strictObject({
  product_name: z.string(),
  association_name: z.string(),
  association_short_name: z.string(),
  association_website: z.string(),
  association_logo: z.string(),
  sample: z.boolean(),
  writes_mails_to_files: z.boolean(),
  links_are_local: z.boolean(),
})

/** Fields by name, as they were at that time. */
const fields = z.record(z.string(), z.unknown())

/** Everything the portal keeps of a person: the file of GET /api/profile/data. */
export const ownDataAnswer = z.strictObject({
  made_at: moment,
  profile: userAnswer.optional(),
  membership: z.strictObject({ valid_from: day.nullable(), valid_to: day.nullable() }).optional(),
  sign_in: z
    .strictObject({ invited_at: moment.nullable(), last_sign_in_at: moment.nullable() })
    .optional(),
  payments: z.array(
    ledgerEntryAnswer
      .omit({ amount_paise: true, recorded_by: true })
      .extend({ amount_in_rupees: z.string() }),
  ),
  changes: z.array(
    z.strictObject({
      at: moment,
      act: z.string(),
      by: z.enum(['you', 'the association']),
      before: fields,
      after: fields,
    }),
  ),
  job_postings: z.array(
    jobAnswer.omit({ updated_at: true, expires_at: true, saved: true, decision_reason: true }),
  ),
  saved_jobs: z.array(
    z.strictObject({ id: z.string(), saved_at: moment.nullable(), title: z.string().nullable() }),
  ),
  applications: z
    .array(
      z.strictObject({
        type: z.string(),
        status: z.string(),
        created_at: moment,
        email_confirmed_at: moment.nullable(),
        notice_version: z.string().nullable(),
        consented_at: moment.nullable(),
        decided_at: moment.nullable(),
        decision_reason: z.string(),
        papers_removed_at: moment.nullable(),
        form: fields,
      }),
    )
    .optional(),
  files: z
    .array(
      z.strictObject({
        kind: z.string(),
        original_name: z.string(),
        size: z.int(),
        created_at: moment,
      }),
    )
    .optional(),
  certificates: z.array(
    z.strictObject({
      number: z.string(),
      code: z.string(),
      name: z.string(),
      company_name: z.string(),
      membership_number: z.string(),
      issued_at: moment,
      revoked_at: moment.nullable(),
      revoked_reason: z.string().nullable(),
    }),
  ),
  invitations: z.array(moment),
  sign_ins: z.array(z.strictObject({ at: moment, act: z.string(), details: fields })),
  known_browsers: z.array(z.strictObject({ created_at: moment, used_at: moment })),
  second_factors: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      created_at: moment,
      last_used_at: moment.nullable(),
    }),
  ),
  unused_recovery_codes: z.int(),
  notifications: z.array(z.strictObject({ kind: z.string(), delivery: z.string() })),
  own_fees: z.array(
    z.strictObject({
      from_year: z.string(),
      to_year: z.string().nullable(),
      reason: z.string(),
      amount_in_rupees: z.string(),
    }),
  ),
  dues_notices: z.array(
    z.strictObject({
      reference: z.string(),
      year: z.string(),
      amount_paise: z.int(),
      made_at: moment,
    }),
  ),
  dues_emails: z.array(
    z.strictObject({
      kind: z.string(),
      channel: z.string(),
      at: moment,
      left_out: z.string().nullable(),
    }),
  ),
  reported_payments: z.array(
    z.strictObject({
      reference: z.string(),
      amount_paise: z.int(),
      paid_on: day,
      reported_at: moment,
      outcome: z.string().nullable(),
      decided_at: moment.nullable(),
      reason: z.string(),
    }),
  ),
  /** Cheques that are not cleared yet. */
  held_cheques: z.array(
    z.strictObject({
      number: z.string(),
      bank: z.string(),
      amount_paise: z.int(),
      received_on: day,
    }),
  ),
  bank_lines: z.array(
    z.strictObject({
      day,
      amount_paise: z.int(),
      narration: z.string(),
      reference: z.string(),
      decided_at: moment.nullable(),
    }),
  ),
  saved_filters: z.array(
    z.strictObject({ name: z.string(), query: z.string(), created_at: moment }),
  ),
  mails: z.array(
    z.strictObject({ subject: z.string(), created_at: moment, sent_at: moment.nullable() }),
  ),
  sessions: z.array(z.strictObject({ device: z.string(), created_at: moment, seen_at: moment })),
})

export type Waiting = z.infer<typeof waitingAnswer>
export type SystemState = z.infer<typeof systemAnswer>
export type Stats = z.infer<typeof statsAnswer>
export type News = z.infer<typeof newsAnswer>
export type Dashboard = z.infer<typeof dashboardAnswer>
export type OwnData = z.infer<typeof ownDataAnswer>

/** GET /api/admin/system/mails/failed: the mails that can be sent again, newest first. */
export const failedMailsAnswer = z.strictObject({
  total: count,
  /** At most 50. */
  mails: z.array(
    z.strictObject({
      id: z.string(),
      /** Whom it was for, and what it was. */
      text: z.string(),
      failed_at: moment,
      reason: z.string(),
    }),
  ),
})
export type FailedMails = z.infer<typeof failedMailsAnswer>
