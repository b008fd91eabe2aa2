/** Sends notices to a selection of members (contract 13.10). */

import type { AccountAnswer } from '#features/ledger/answers.ts'
import { readAccounts } from '#features/ledger/server/accounts/accounts.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import { lockLedger, lockPeople } from '#features/members/server/lock-queries.ts'
import { hashSecret, newId } from '#platform/server/core/ids.ts'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { maxRecipients, queueMails } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Paise } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { NoticePerson, NoticePreview, Sending } from '../../notices/answers.ts'
import type { NoticeRequest } from '../../notices/contract.ts'
import { type LeftOutReason, leftOutReasons, reasonForNoNotice } from '../../notices/rules.ts'
import { noticeMail } from './mails.ts'
import { ensureNotices, yearOf } from './notice.ts'
import {
  findSendingByKey,
  insertSending,
  insertSendingMembers,
  listMembers,
  type MemberRow,
  readLastSentAt,
  type SendingMemberRow,
  type SendingRow,
} from './queries.ts'
import { readSending } from './sendings.ts'

/** How many people of each group a preview names. */
export const maxNamedPeople = 100

export interface Recipient {
  member: MemberRow
  account: AccountAnswer
}

export interface RecipientSelection {
  recipients: Recipient[]
  leftOut: Map<LeftOutReason, Recipient[]>
}

const noAccount: AccountAnswer = {
  balance_paise: 0,
  credit_paise: 0,
  owed_paise: 0,
  charges: [],
  status: 'not due',
}

/** Which of these members get a notice by the current ledger, and why the others do not. */
export async function selectRecipients(
  db: Database,
  ids: readonly string[],
  now: Date,
  options: { includeRecent: boolean; isMailed?: boolean },
): Promise<RecipientSelection> {
  const members = await listMembers(db, ids)
  const accounts = await readAccounts(db, ids, now)
  const mailedAt = await readLastSentAt(db, ids, 'email')
  const today = isoDay(now)
  const allRecipients = members.map((member) => ({
    member,
    account: accounts.get(member.id) ?? noAccount,
  }))
  const byReason = Map.groupBy(allRecipients, ({ member, account }) => {
    const at = mailedAt.get(member.id)
    const mailed_on = at === undefined ? null : isoDay(at)
    return reasonForNoNotice(
      { ...member, owed_paise: account.owed_paise, mailed_on },
      { ...options, today },
    )
  })
  const leftOut = new Map<LeftOutReason, Recipient[]>()
  for (const reason of leftOutReasons) {
    const group = byReason.get(reason)
    if (group) leftOut.set(reason, group)
  }
  return { recipients: byReason.get(undefined) ?? [], leftOut }
}

export const personOf = ({ member, account }: Recipient): NoticePerson => ({
  id: member.id,
  name: member.name,
  company_name: member.company_name,
  email: member.email,
  owed_paise: account.owed_paise,
})

/** The groups of a split with the first people of each. */
export const leftOutGroups = (leftOut: RecipientSelection['leftOut']) =>
  [...leftOut].map(([reason, people]) => ({
    reason,
    count: people.length,
    people: people.slice(0, maxNamedPeople).map(personOf),
  }))

const owedBy = (recipients: readonly Recipient[]): Paise =>
  sum(recipients, ({ account }) => account.owed_paise)

type PreviewRequest = Omit<NoticeRequest, 'count'>

/** Previews a sending: who gets a notice, who does not and why, and the mail to the first member. */
export async function previewNotices(
  world: World,
  { selection, include_recent }: PreviewRequest,
): Promise<NoticePreview> {
  const now = world.now()
  const { ids, token } = await resolveSelection(world.db, selection, isoDay(now))
  const options = { includeRecent: include_recent }
  const { recipients, leftOut } = await selectRecipients(world.db, ids, now, options)
  return {
    token,
    count: recipients.length,
    owed_paise: owedBy(recipients),
    people: recipients.slice(0, maxNamedPeople).map(personOf),
    left_out: leftOutGroups(leftOut).map((group) => ({
      ...group,
      ids: (leftOut.get(group.reason) ?? []).map(({ member }) => member.id),
    })),
    mail: recipients[0] ? previewMail(world, recipients[0], now) : null,
  }
}

/** The mail to a recipient; its link and reference are made when it is sent. */
function previewMail(world: World, { member, account }: Recipient, now: Date) {
  const { subject, text } = noticeMail(world, {
    kind: 'notice',
    member,
    account,
    notice: {
      id: '00000000-0000-0000-0000-000000000000',
      reference: 'DN…',
      person_id: member.id,
      year: yearOf(account),
      amount_paise: account.owed_paise,
      made_at: now.toISOString(),
      made_by: null,
    },
  })
  return { subject, text: text.replace(/#token=\S+/, '#…') }
}

/**
 * Sends the notices of a preview: all mails and the log are written in one transaction. A repeated key returns the
 * first sending, even after a crash. When two sendings run concurrently, each member is in only one of them.
 */
export async function sendNotices(
  world: World,
  admin: Caller,
  request: NoticeRequest,
  key: string | undefined,
): Promise<Sending> {
  const now = world.now()
  const sending = newSending(admin, 'email', key, now)
  const id = await world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const earlier = await insertOrFindSending(db, sending)
    if (earlier) return earlier
    const { ids } = await resolveSelection(db, request.selection, isoDay(now))
    for (const chunk of chunks(ids.toSorted(), 500)) await lockPeople(db, chunk)
    const { recipients, leftOut } = await selectRecipients(db, ids, now, {
      includeRecent: request.include_recent,
    })
    assertCount(recipients.length, request.count)
    await mailNotices(db, world, sending, recipients)
    await insertSendingMembers(db, leftOutRows(sending, leftOut))
    return sending.id
  })
  return readSending(world.db, id)
}

/** A sending of notices; its key contains the administrator, so that keys of two administrators never collide. */
export const newSending = (
  { id: made_by }: Caller,
  channel: SendingRow['channel'],
  key: string | undefined,
  now: Date,
): SendingRow => ({
  id: newId(now),
  kind: 'notice',
  channel,
  request_key: hashSecret(JSON.stringify([made_by, key ?? newId(now)])),
  made_at: now.toISOString(),
  made_by,
})

/**
 * Inserts the sending, or returns the id of the earlier one with its key. Call it before what may refuse the request,
 * because a repeated one gets the first result whatever has changed since.
 */
export async function insertOrFindSending(
  db: Database,
  sending: SendingRow,
): Promise<string | undefined> {
  if (await insertSending(db, sending)) return undefined
  return (await findSendingByKey(db, sending.request_key))?.id
}

function assertCount(count: number, expected: number): void {
  if (count > maxRecipients)
    throw new Refusal('invalid', `Please send to at most ${maxRecipients} members at a time`)
  if (count !== expected)
    throw new Refusal(
      'conflict',
      `The recipients have changed: ${countOf(count, 'member', 'members')} can be emailed now. Please check and try again`,
    )
}

async function mailNotices(
  db: Database,
  world: World,
  sending: SendingRow,
  recipients: readonly Recipient[],
): Promise<void> {
  const now = new Date(sending.made_at)
  const mailIdOf = await queueNoticeMails(db, world, { run: sending, recipients, now })
  await insertSendingMembers(
    db,
    recipients.map((recipient) =>
      sendingMember(sending, recipient, {
        claim: `notice ${recipient.member.id} ${isoDay(now)}`,
        mail_id: mailIdOf.get(recipient.member.id) ?? null,
      }),
    ),
  )
}

/** Queues the mail to each recipient; returns the ids of the mails by the ids of the members. */
export async function queueNoticeMails(
  db: Database,
  world: World,
  {
    run: { kind, made_by },
    recipients,
    now,
  }: { run: Pick<SendingRow, 'kind' | 'made_by'>; recipients: readonly Recipient[]; now: Date },
): Promise<Map<string, string>> {
  const notices = await ensureNotices(db, recipients, made_by, now)
  const mails = recipients.flatMap(({ member, account }) => {
    const notice = notices.get(member.id)
    return notice
      ? [{ memberId: member.id, mail: noticeMail(world, { kind, notice, member, account }) }]
      : []
  })
  const mailIds = await queueMails(
    db,
    mails.map(({ mail }) => mail),
    now,
  )
  return new Map(
    mails.flatMap(({ memberId }, index) => {
      const mailId = mailIds[index]
      return mailId === undefined ? [] : [[memberId, mailId]]
    }),
  )
}

/** The row of a member in a sending, without claim, mail and reason unless `values` has them. */
export const sendingMember = (
  { id, made_at }: SendingRow,
  { member, account }: Recipient,
  values: Partial<SendingMemberRow> = {},
): SendingMemberRow => ({
  sending_id: id,
  person_id: member.id,
  at: made_at,
  claim: null,
  mail_id: null,
  left_out: null,
  amount_paise: account.owed_paise,
  ...values,
})

export const leftOutRows = (
  sending: SendingRow,
  leftOut: RecipientSelection['leftOut'],
): SendingMemberRow[] =>
  [...leftOut].flatMap(([left_out, people]) =>
    people.map((person) => sendingMember(sending, person, { left_out })),
  )
