/** Pure rules of notices and reminders. */

import { isPaidUntil } from '#features/members/dues-status.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { isMemberRole, notAMember, type Role } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { type NamedCharge, type OwedWords, owedName, owedWords } from '../owed-name.ts'

/** What is not paid, named by `owedName`; the dues of the notice's year when nothing is unpaid. */
export const noticeName = (
  { charges, year }: { charges: readonly (NamedCharge & { open_paise: Paise })[]; year: string },
  words: OwedWords = owedWords,
): string =>
  owedName(
    charges.filter(({ open_paise }) => open_paise > 0),
    words,
  ) || words.dues([year])

/** The first reported payment that is not decided yet. */
export const waitingReport = <Report extends { outcome: string | null }>({
  reports,
}: {
  reports: readonly Report[]
}): Report | undefined => reports.find(({ outcome }) => outcome === null)

/** How many days before the end of a membership its member is reminded of it. */
const renewalDays = 30

/** Whether a membership that is paid until a day ('' for never) ends today or in the next 30 days. */
export const isEndingSoon = (paidUntil: Day | '', today: Day): boolean =>
  isPaidUntil({ paid_until: paidUntil }, today) && paidUntil <= addDays(today, renewalDays)

/** Why a selected member gets no notice or reminder. */
export const leftOutReasons = [
  'not_a_member',
  'inactive',
  'nothing_owed',
  'no_email',
  'sent_today',
  'sent_recently',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The reasons as sentences without a full stop, for previews and the log. */
export const leftOutLabels: Record<LeftOutReason, string> = {
  not_a_member: notAMember,
  inactive: 'Inactive',
  nothing_owed: 'No raised dues to pay',
  no_email: 'No email address',
  sent_today: 'Already emailed about dues today',
  sent_recently: 'Emailed about dues in the last 7 days',
}

/** How many days must lie between two emails about dues, counted by the day in India. */
const recentDays = 7

export interface Debtor {
  email: string
  role: Role | null
  is_active: boolean
  owed_paise: Paise
  /** The day in India of the last email about dues. */
  mailed_on: Day | null
}

/** Why a member is left out; undefined for a recipient. `isMailed` is false for WhatsApp and print. */
export function reasonForNoNotice(
  { email, role, is_active, owed_paise, mailed_on }: Debtor,
  options: { today: Day; includeRecent: boolean; isMailed?: boolean },
): LeftOutReason | undefined {
  if (!isMemberRole(role)) return 'not_a_member'
  if (!is_active) return 'inactive'
  if (owed_paise <= 0) return 'nothing_owed'
  if (options.isMailed === false) return undefined
  if (email === '') return 'no_email'
  if (mailed_on !== null && mailed_on >= options.today) return 'sent_today'
  const isRecent = mailed_on !== null && addDays(mailed_on, recentDays) > options.today
  return isRecent && !options.includeRecent ? 'sent_recently' : undefined
}

/** A reminder that was missed because the portal was off is sent up to this many days late. */
export const catchUpDays = 2

/**
 * The reminder to be sent on a day, as its offset in days from the due date: the latest reminder that is due and at
 * most `catchUpDays` late. undefined when there is none.
 */
export function reminderOn(
  today: Day,
  dueOn: Day,
  reminderDays: readonly number[],
): number | undefined {
  return reminderDays.findLast((offset) => {
    const day = addDays(dueOn, offset)
    return day <= today && addDays(day, catchUpDays) >= today
  })
}

/** The reminder of all who have this due day. */
export interface DueReminder {
  dueOn: Day
  /** In days from the due day. */
  offset: number
  /** False for one that was missed on its day. */
  isOnTime: boolean
}

/** The reminders to be sent on a day, by their due days. */
export function remindersOn(today: Day, reminderDays: readonly number[]): DueReminder[] {
  const dueDays = new Set<Day>()
  for (const offset of reminderDays)
    for (let late = 0; late <= catchUpDays; late += 1) dueDays.add(addDays(today, -offset - late))
  return [...dueDays].flatMap((dueOn) => {
    const offset = reminderOn(today, dueOn, reminderDays)
    if (offset === undefined) return []
    return [{ dueOn, offset, isOnTime: addDays(dueOn, offset) === today }]
  })
}

/**
 * The first day, `from` or later, on which a reminder is sent, including late ones; undefined when none is left.
 * `reminderDays` are the offsets that were not sent yet.
 */
export const nextReminderDay = (
  from: Day,
  dueOn: Day,
  reminderDays: readonly number[],
): Day | undefined =>
  reminderDays
    .map((offset) => addDays(dueOn, offset))
    .filter((day) => addDays(day, catchUpDays) >= from)
    .map((day) => (day > from ? day : from))
    .sort()[0]

/**
 * A unique key: only one reminder is ever sent for a member, due date and offset.
 */
export const reminderClaim = (personId: string, dueOn: Day, offset: number): string =>
  `reminder ${personId} ${dueOn} ${offset}`

/** How many reported payments of one member may wait for a decision at a time. */
export const maxOpenReports = 5
