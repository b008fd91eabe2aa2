import { z } from 'zod'
import { duesAnswer } from '#features/dues/answers.ts'
import { channels } from '#features/dues/notices/answers.ts'
import { seasonStatuses } from '#features/members/dues-status.ts'
import { day, moment, paise } from '#shared/fields.ts'
import { memberRoles } from '#shared/roles.ts'
import { ages, duesGroups } from './filters.ts'

/** An active member and what they owe (contract 13.7). */
const renewal = z.strictObject({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string().nullable(),
  role: z.enum(memberRoles),
  email: z.string(),
  whatsapp_number: z.string(),
  status: z.enum(seasonStatuses),
  /** What they owe today, as shown on every screen. */
  dues: duesAnswer,
  /** What is owed today of what was raised. */
  owed_paise: paise,
  /** What is raised for years that have not begun, and open. */
  ahead_paise: paise,
  credit_paise: paise,
  /** The due day of the open charge that is due first; null when nothing is owed. */
  due_on: day.nullable(),
  grace_until: day.nullable(),
  /** Since `due_on`; 0 until then, and when nothing is owed. */
  days_overdue: z.int(),
  /** The dues notice or reminder that was sent last, and how. */
  last_notice: z.strictObject({ at: moment, channel: z.enum(channels) }).nullable(),
  /** The last day that was paid for. */
  paid_until: day.nullable(),
})
export type Renewal = z.infer<typeof renewal>
export const renewalsAnswer = z.array(renewal)

/** The dues of a year, what was paid and waived of them, and the same of its other charges. */
const raisedDues = {
  raised_paise: paise,
  collected_paise: paise,
  /** The part of what was collected that had not been raised. */
  unraised_paise: paise,
  waived_paise: paise,
  other_raised_paise: paise,
  other_collected_paise: paise,
  other_waived_paise: paise,
}

export const renewalTotalsAnswer = z.strictObject({
  /** The requested financial year, by default the one whose dues were raised last, like '2026-27'. */
  year: z.string(),
  /** The years whose dues were raised, and the current year, newest first. */
  years: z.array(z.string()),
  /** All active members, each in one status, what they owe of what was raised, and what is not raised yet. */
  statuses: z.array(
    z.strictObject({
      status: z.enum(seasonStatuses),
      members: z.int(),
      owed_paise: paise,
      not_raised_paise: paise,
    }),
  ),
  /** The members of each filter of lists, and what they owe, including those whose dues are not raised. */
  dues: z.array(
    z.strictObject({
      filter: z.enum(duesGroups),
      members: z.int(),
      owed_paise: paise,
    }),
  ),
})
export type RenewalTotals = z.infer<typeof renewalTotalsAnswer>

export const renewalSummaryAnswer = renewalTotalsAnswer.extend({
  /** What the active members owe, of any year. */
  ageing: z.array(z.strictObject({ age: z.enum(ages), members: z.int(), open_paise: paise })),
  /** The dues of `year`, as in `months`. */
  types: z.array(z.strictObject({ role: z.enum(memberRoles), members: z.int(), ...raisedDues })),
  /**
   * The dues by the months in which they were raised, paid and waived; `before` and `later` are outside the year.
   */
  months: z.array(z.strictObject({ month: z.string(), ...raisedDues })),
})
export type RenewalSummary = z.infer<typeof renewalSummaryAnswer>
