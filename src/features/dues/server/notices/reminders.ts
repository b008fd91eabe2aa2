/**
 * Reminders by rule: days before and after the due date (contract 13.10). The transaction that sends them reads the
 * ledger to select the recipients, so a payment recorded a moment before stops a reminder.
 */

import type { AccountAnswer } from '#features/ledger/answers.ts'
import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { newId } from '#platform/server/core/ids.ts'
import { chunks, inSteps } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { addToList } from '#shared/add-to-list.ts'
import { addDays, type Day, isoDay, startOfDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import type { NoticePerson, Reminders } from '../../notices/answers.ts'
import {
  catchUpDays,
  type DueReminder,
  nextReminderDay,
  reminderClaim,
  reminderOn,
  remindersOn,
} from '../../notices/rules.ts'
import {
  claimSending,
  findSendingByKey,
  insertLeftOut,
  insertSending,
  type SendingRow,
  setMail,
} from './queries.ts'
import {
  listMailedSince,
  listOwingMembers,
  listStillDue,
  type MemberWithDueDay,
  peopleCharged,
  peopleWhoOwe,
} from './reminder-queries.ts'
import {
  leftOutRows,
  maxNamedPeople,
  queueNoticeMails,
  type Recipient,
  selectRecipients,
  sendingMember,
} from './send.ts'

/** How many members one transaction handles. They are few, so that it holds the locks briefly. */
const batchSize = 50

/**
 * Sends today's reminders, each exactly once, even if several processes run it: after a crash the next run sends the
 * rest. A member with a row in the sending of the day is done for that day, so a further run does nothing. Returns how
 * many it has sent.
 */
export async function sendReminders(world: World, days: readonly number[]): Promise<number> {
  const now = world.now()
  const today = isoDay(now)
  let sent = 0
  for (const reminder of remindersOn(today, days))
    for await (const people of peopleConcerned(world.db, reminder)) {
      const ids = people.map(({ person_id }) => person_id)
      const due = await listStillDue(world.db, ids, reminder, keyOfDay(today))
      for (const batch of chunks(due, batchSize)) {
        sent += await sendBatch(world, batch, reminder, now)
        await yieldToEventLoop()
      }
    }
  return sent
}

/**
 * Yields the people that a reminder may concern, in parts. A reminder on time also reads the raised charges, because
 * members who have paid are recorded as left out; the open charges include refunds to return, which are not raised.
 */
async function* peopleConcerned(
  db: Database,
  { dueOn, isOnTime }: DueReminder,
): AsyncGenerator<readonly { person_id: string }[]> {
  if (isOnTime) yield* peopleCharged(db, dueOn)
  yield* peopleWhoOwe(db, dueOn)
}

const keyOfDay = (today: Day): string => `reminders ${today}`

function sendBatch(
  world: World,
  ids: readonly string[],
  { dueOn, offset, isOnTime }: DueReminder,
  now: Date,
): Promise<number> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    await lockPeople(db, ids)
    const { recipients, leftOut } = await selectRecipients(db, ids, now, { includeRecent: true })
    // The ledger may have changed since the batch was read.
    const current = recipients.flatMap((recipient) =>
      owesWhatIsDueOn(recipient.account, dueOn)
        ? [{ ...recipient, claim: reminderClaim(recipient.member.id, dueOn, offset) }]
        : [],
    )
    const isLogged = isOnTime && leftOut.size > 0
    if (current.length === 0 && !isLogged) return 0
    const sending = await ensureSendingOfDay(db, now)
    const sent = await mailReminders(db, world, { sending, recipients: current, now })
    const at = now.toISOString()
    if (isLogged) await insertLeftOut(db, leftOutRows({ ...sending, made_at: at }, leftOut))
    return sent
  })
}

const owesWhatIsDueOn = ({ charges }: AccountAnswer, day: Day): boolean =>
  charges.some(({ open_paise, due_on }) => open_paise > 0 && due_on === day)

/** The sending of this day, which all runs and processes share. */
async function ensureSendingOfDay(db: Database, now: Date): Promise<SendingRow> {
  const row: SendingRow = {
    id: newId(now),
    kind: 'reminder',
    channel: 'email',
    request_key: keyOfDay(isoDay(now)),
    made_at: now.toISOString(),
    made_by: null,
  }
  if (await insertSending(db, row)) return row
  return (await findSendingByKey(db, row.request_key)) ?? row
}

interface ReminderBatch {
  sending: SendingRow
  recipients: readonly (Recipient & { claim: string })[]
  now: Date
}

async function mailReminders(
  db: Database,
  world: World,
  { sending, recipients, now }: ReminderBatch,
): Promise<number> {
  const claimed: Recipient[] = []
  for (const recipient of recipients) {
    const { claim } = recipient
    const row = sendingMember(sending, recipient, { at: now.toISOString(), claim })
    if (await claimSending(db, row)) claimed.push(recipient)
  }
  const mailIdOf = await queueNoticeMails(db, world, { run: sending, recipients: claimed, now })
  for (const [person_id, mailId] of mailIdOf)
    await setMail(db, { sending_id: sending.id, person_id }, mailId)
  return claimed.length
}

/** The rule, and the members that the next run would mail by the current ledger. */
export async function previewReminders(
  { db, now }: World,
  days: readonly number[],
): Promise<Reminders> {
  const today = isoDay(now())
  const planned = days.length === 0 ? new Map() : await planReminders(db, days, today)
  const [next_on] = [...planned.keys()].sort()
  if (next_on !== undefined) return remindersAnswerOf(planned.get(next_on) ?? [], next_on, days)
  return { days: [...days], next_on: null, count: 0, owed_paise: 0, people: [], left_out: [] }
}

/** The members of future reminders, by the day on which each reminder is sent. */
async function planReminders(
  db: Database,
  days: readonly number[],
  today: Day,
): Promise<Map<Day, MemberWithDueDay[]>> {
  const planned = new Map<Day, MemberWithDueDay[]>()
  const hasRunToday = (await findSendingByKey(db, keyOfDay(today))) !== undefined
  const mailedAt = await listMailedSince(db, addDays(today, -catchUpDays))
  const pause = pauses()
  for await (const members of inSteps<MemberWithDueDay>((after) => listOwingMembers(db, after)))
    for (const member of members) {
      await pause()
      for (const offset of days) {
        const on = nextReminderDay(today, member.due_on, [offset])
        const day = addDays(member.due_on, offset)
        const mailed = mailedAt.get(member.id) ?? ''
        // Without an email address a reminder is only recorded, in the run of its day.
        const isRecorded = day < today || (day === today && hasRunToday)
        if (on !== undefined && mailed < startOfDay(day) && !(member.email === '' && isRecorded))
          addToList(planned, on, member)
      }
    }
  return planned
}

function remindersAnswerOf(
  planned: readonly MemberWithDueDay[],
  next_on: Day,
  days: readonly number[],
): Reminders {
  // Several reminders of a member may be due on one day: one is sent.
  const members = [...new Map(planned.map((member) => [member.id, member])).values()]
  const [mailed, withoutEmail] = [
    members.filter(({ email }) => email !== ''),
    members.filter(({ email }) => email === ''),
  ]
  const toPerson = ({ due_on: _day, ...person }: MemberWithDueDay): NoticePerson => person
  return {
    days: [...days],
    next_on,
    count: mailed.length,
    owed_paise: sum(mailed, ({ owed_paise }) => owed_paise),
    people: mailed.slice(0, maxNamedPeople).map((member) => ({
      ...member,
      offset: reminderOn(next_on, member.due_on, days) ?? 0,
    })),
    left_out:
      withoutEmail.length === 0
        ? []
        : [
            {
              reason: 'no_email',
              count: withoutEmail.length,
              people: withoutEmail.slice(0, maxNamedPeople).map(toPerson),
            },
          ],
  }
}
