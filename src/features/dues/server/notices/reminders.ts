/**
 * Reminders by rule: days before and after the due date (contract 13.10). Whom they reach is decided from
 * the ledger in the transaction that sends them, so a payment recorded a moment before stops them.
 */

import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { newId } from '#platform/server/core/ids.ts'
import { chunks, readInSteps } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { addToList } from '#shared/add-to-list.ts'
import { addDays, type Day, isoDay, startOfDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import type { NoticePerson, Reminders } from '../../notices/answers.ts'
import {
  type DueReminder,
  nextReminderDay,
  reminderClaim,
  reminderOn,
  remindersOn,
} from '../../notices/rules.ts'
import { dueDayOf } from './mails.ts'
import {
  addLeftOut,
  claimSending,
  existingClaims,
  findSendingByKey,
  insertSending,
  type SendingRow,
  setMail,
} from './queries.ts'
import {
  listMailedSince,
  listOwingMembers,
  listStillDue,
  type OwingMember,
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
  const day = { today, sendingKey: keyOfDay(today) }
  let sent = 0
  for (const reminder of remindersOn(today, days))
    for await (const people of peopleConcerned(world.db, reminder)) {
      const ids = people.map(({ person_id }) => person_id)
      const due = await listStillDue(world.db, ids, reminder, day)
      for (const batch of chunks(due, batchSize)) {
        sent += await sendBatch(world, batch, { days, isOnTime: reminder.isOnTime, now })
        await yieldToEventLoop()
      }
    }
  return sent
}

/**
 * The people whom a reminder may concern, some at a time. On its day those who have paid are recorded as left out; a
 * refund to return is owed without having been raised.
 */
async function* peopleConcerned(
  db: Database,
  { dueOn, isOnTime }: DueReminder,
): AsyncGenerator<readonly { person_id: string }[]> {
  if (isOnTime) yield* peopleCharged(db, dueOn)
  yield* peopleWhoOwe(db, dueOn)
}

const keyOfDay = (today: Day): string => `reminders ${today}`

interface BatchOfDay {
  days: readonly number[]
  /** Whether members who are left out are recorded. */
  isOnTime: boolean
  now: Date
}

function sendBatch(
  world: World,
  ids: readonly string[],
  { days, isOnTime, now }: BatchOfDay,
): Promise<number> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    await lockPeople(db, ids)
    const { recipients, leftOut } = await selectRecipients(db, ids, now, { includeRecent: true })
    // The ledger may have changed since the batch was read.
    const current = recipients.flatMap((recipient) => {
      const dueOn = dueDayOf(recipient.account) ?? ''
      const offset = dueOn === '' ? undefined : reminderOn(isoDay(now), dueOn, days)
      if (offset === undefined) return []
      return [{ ...recipient, claim: reminderClaim(recipient.member.id, dueOn, offset) }]
    })
    const isLogged = isOnTime && leftOut.size > 0
    if (current.length === 0 && !isLogged) return 0
    const sending = await ensureSendingOfDay(db, now)
    const sent = await mailReminders(db, world, { sending, recipients: current, now })
    const at = now.toISOString()
    if (isLogged) await addLeftOut(db, leftOutRows({ ...sending, made_at: at }, leftOut))
    return sent
  })
}

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

/** The rule, and whom the next run would mail by the current ledger. */
export async function previewReminders(
  { db, now }: World,
  days: readonly number[],
): Promise<Reminders> {
  const today = isoDay(now())
  const planned =
    days.length === 0 ? new Map<Day, PlannedReminder[]>() : await planReminders(db, days, today)
  for (const on of [...planned.keys()].sort()) {
    const reminders = planned.get(on) ?? []
    const sent = await existingClaims(
      db,
      reminders.map(({ claim }) => claim),
    )
    // Two reminders of a member may be due on one day, the earlier one late: one is sent.
    const members = new Map(
      reminders.filter(({ claim }) => !sent.has(claim)).map(({ member }) => [member.id, member]),
    )
    if (members.size > 0) return remindersAnswerOf([...members.values()], on, days)
  }
  return { days: [...days], next_on: null, count: 0, owed_paise: 0, people: [], left_out: [] }
}

interface PlannedReminder {
  member: OwingMember
  claim: string
}

/** The reminders of all who owe something by the day on which each is sent next, whether or not it was sent. */
async function planReminders(
  db: Database,
  days: readonly number[],
  today: Day,
): Promise<Map<Day, PlannedReminder[]>> {
  const planned = new Map<Day, PlannedReminder[]>()
  const mailed = await listMailedSince(db, startOfDay(today))
  const members = await readInSteps<OwingMember>((after) => listOwingMembers(db, after?.id ?? ''))
  const pause = pauses()
  for (const member of members) {
    await pause()
    const { id, email, due_on } = member
    const from = email !== '' && mailed.has(id) ? addDays(today, 1) : today
    for (const offset of days) {
      const on = nextReminderDay(from, due_on, [offset])
      if (on !== undefined)
        addToList(planned, on, { member, claim: reminderClaim(id, due_on, offset) })
    }
  }
  return planned
}

function remindersAnswerOf(
  members: readonly OwingMember[],
  next_on: Day,
  days: readonly number[],
): Reminders {
  const [mailed, withoutEmail] = [
    members.filter(({ email }) => email !== ''),
    members.filter(({ email }) => email === ''),
  ]
  const toPerson = ({ due_on: _day, ...person }: OwingMember): NoticePerson => person
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
