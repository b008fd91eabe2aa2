/**
 * Reminders by rule: days before and after the due date (contract 13.10). Whom they reach is decided from
 * the ledger in the transaction that sends them, so a payment recorded a moment before stops them.
 */

import { readAccounts } from '#features/ledger/server/accounts/accounts.ts'
import { lockPeople } from '#features/members/server/list/bulk-queries.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import { newId } from '#platform/server/core/ids.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { compare } from '#shared/compare.ts'
import { addDays, isoDay } from '#shared/dates.ts'
import type { Reminders } from '../../notices/answers.ts'
import {
  type LeftOutReason,
  nextReminderDay,
  reminderClaim,
  reminderOn,
} from '../../notices/rules.ts'
import { dueDayOf } from './mails.ts'
import {
  claimSending,
  existingClaims,
  findSendingByKey,
  insertSending,
  listChargedIds,
  type SendingRow,
  setMail,
} from './queries.ts'
import {
  leftOutGroups,
  leftOutRows,
  owedBy,
  personOf,
  queueNoticeMails,
  type Recipient,
  selectRecipients,
  sendingMember,
} from './send.ts'

/** How many members one transaction handles. They are few, so that it holds the locks briefly. */
const batchSize = 50

interface DueReminder {
  id: string
  claim: string
  /** False for a late reminder: then members who are left out are not recorded. */
  isOnTime: boolean
}

/**
 * Sends today's reminders, each exactly once, even if several processes run it: after a crash the next run sends the
 * rest. Returns how many it has sent.
 */
export async function sendReminders(world: World, days: readonly number[]): Promise<number> {
  if (days.length === 0) return 0
  const now = world.now()
  const due = await dueReminders(world.db, now, days)
  if (due.length === 0) return 0
  let sent = 0
  for (const batch of chunks(due, batchSize)) sent += await sendBatch(world, batch, days, now)
  return sent
}

/** The members with a reminder on this day that was not sent yet. */
async function dueReminders(
  db: Database,
  now: Date,
  days: readonly number[],
): Promise<DueReminder[]> {
  const ids = await listChargedIds(db)
  const accounts = await readAccounts(db, ids, now)
  const today = isoDay(now)
  const due = ids.flatMap((id) => {
    const account = accounts.get(id)
    // Members who have paid are recorded as left out on the day of the reminder.
    const dueOn = account && (dueDayOf(account) ?? account.charges.at(-1)?.due_on)
    const offset = dueOn === undefined ? undefined : reminderOn(today, dueOn, days)
    if (dueOn === undefined || offset === undefined) return []
    const isOnTime = addDays(dueOn, offset) === today
    return [{ id, claim: reminderClaim(id, dueOn, offset), isOnTime }]
  })
  const sent = await existingClaims(
    db,
    due.map(({ claim }) => claim),
  )
  return due.filter(({ claim }) => !sent.has(claim)).toSorted((a, b) => compare(a.id, b.id))
}

function sendBatch(
  world: World,
  batch: readonly DueReminder[],
  days: readonly number[],
  now: Date,
): Promise<number> {
  const ids = batch.map(({ id }) => id)
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
    const logged = batch.filter(({ isOnTime }) => isOnTime).map(({ id }) => id)
    const left = keepOnly(leftOut, new Set(logged))
    if (current.length === 0 && left.size === 0) return 0
    const sending = await ensureSendingOfDay(db, now)
    const sent = await mailReminders(db, world, { sending, recipients: current, now })
    const at = now.toISOString()
    for (const row of leftOutRows({ ...sending, made_at: at }, left)) await claimSending(db, row)
    return sent
  })
}

/**
 * Keeps the people with these ids, without inactive people and non-members, who need no entry in the log.
 */
function keepOnly(
  leftOut: ReadonlyMap<LeftOutReason, Recipient[]>,
  ids: ReadonlySet<string>,
): Map<LeftOutReason, Recipient[]> {
  const rest = new Map<LeftOutReason, Recipient[]>()
  for (const [reason, people] of leftOut) {
    const found = people.filter(({ member }) => ids.has(member.id))
    if (found.length > 0) rest.set(reason, found)
  }
  return rest
}

/** The sending of this day, which all runs and processes share. */
async function ensureSendingOfDay(db: Database, now: Date): Promise<SendingRow> {
  const row: SendingRow = {
    id: newId(now),
    kind: 'reminder',
    channel: 'email',
    request_key: `reminders ${isoDay(now)}`,
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
  { db, now: clock }: World,
  days: readonly number[],
): Promise<Reminders> {
  const now = clock()
  const none = { days: [...days], next_on: null, count: 0, owed_paise: 0, people: [], left_out: [] }
  const ids = days.length === 0 ? [] : await listChargedIds(db)
  const { recipients, leftOut } = await selectRecipients(db, ids, now, { includeRecent: true })
  const today = isoDay(now)
  const mailedToday = leftOut.get('sent_today') ?? []
  const open = [...recipients, ...(leftOut.get('no_email') ?? []), ...mailedToday]
  const sent = await existingClaims(
    db,
    open.flatMap(({ member, account }) => {
      const dueOn = dueDayOf(account) ?? ''
      return days.map((offset) => reminderClaim(member.id, dueOn, offset))
    }),
  )
  const dated = open.flatMap((recipient) => {
    const dueOn = dueDayOf(recipient.account)
    if (dueOn === undefined) return []
    const left = days.filter(
      (offset) => !sent.has(reminderClaim(recipient.member.id, dueOn, offset)),
    )
    const from = mailedToday.includes(recipient) ? addDays(today, 1) : today
    const on = nextReminderDay(from, dueOn, left)
    return on === undefined ? [] : [{ recipient, dueOn, on }]
  })
  const nextOn = dated.map(({ on }) => on).sort()[0]
  if (nextOn === undefined) return none
  const next = dated.filter(({ on }) => on === nextOn)
  const mailed = next.filter(({ recipient }) => recipient.member.email !== '')
  const withoutEmail = next.filter(({ recipient }) => recipient.member.email === '')
  const reached = mailed.map(({ recipient }) => recipient)
  return {
    days: [...days],
    next_on: nextOn,
    count: mailed.length,
    owed_paise: owedBy(reached),
    people: mailed.slice(0, 100).map(({ recipient, dueOn }) => ({
      ...personOf(recipient),
      due_on: dueOn,
      offset: reminderOn(nextOn, dueOn, days) ?? 0,
    })),
    left_out: leftOutGroups(
      new Map(
        withoutEmail.length > 0
          ? [['no_email', withoutEmail.map(({ recipient }) => recipient)]]
          : [],
      ),
    ),
  }
}
