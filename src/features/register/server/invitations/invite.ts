import { resolveSelection } from '#features/members/server/list/selection.ts'
import { lockLedger } from '#features/members/server/lock-queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChanges } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { maxRecipients, queueMails } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import type {
  InvitationPreview,
  InvitationProgress,
  InvitedPerson,
} from '../../invitations/answers.ts'
import type { InvitationRequest } from '../../invitations/contract.ts'
import {
  type LeftOutReason,
  leftOutReasons,
  minInterval,
  reasonForNoInvitation,
} from '../../invitations/rules.ts'
import { invitationMail } from './mails.ts'
import {
  findInvitees,
  type InviteeRow,
  insertInvitations,
  listImported,
  listNeverSignedIn,
  markInvited,
} from './queries.ts'

/** How many people of each group a preview names. */
const maxNamedPeople = 20

type PreviewRequest = Omit<InvitationRequest, 'count'>

/** Who would be invited, who not and why, and the mail. */
export async function previewInvitations(
  world: World,
  request: PreviewRequest,
): Promise<InvitationPreview> {
  const { recipients, leftOut } = await findRecipients(world.db, request, world.now())
  const [first] = recipients
  const mail = first && invitationMail(world, first)
  return {
    count: recipients.length,
    people: recipients.slice(0, maxNamedPeople).map(personOf),
    left_out: leftOutReasons.flatMap((reason) => {
      const people = leftOut.get(reason) ?? []
      if (people.length === 0) return []
      return [
        { reason, count: people.length, people: people.slice(0, maxNamedPeople).map(personOf) },
      ]
    }),
    mail: mail ? { subject: mail.subject, text: mail.text } : null,
  }
}

/**
 * Invites the recipients of the preview: queues a mail for each, and records who was invited when. Of
 * two requests at once, each person is in one.
 */
export async function sendInvitations(
  world: World,
  admin: Caller,
  request: InvitationRequest,
): Promise<InvitationProgress> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const now = world.now()
    const { recipients } = await findRecipients(db, request, now)
    if (recipients.length !== request.count)
      throw new Refusal(
        'conflict',
        `The recipients have changed: ${countOf(recipients.length, 'member', 'members')} can be invited now. Please check and try again`,
      )
    const before = new Date(now.getTime() - minInterval).toISOString()
    const marked = await markInvited(
      db,
      recipients.map(({ id }) => id),
      before,
      now,
    )
    const invited = recipients.filter(({ id }) => marked.has(id))
    const batchId = newId(now)
    const mails = invited.map((person) => invitationMail(world, person))
    const mailIds = await queueMails(db, mails, now)
    await insertInvitations(
      db,
      invited.map(({ id }, index) => ({
        id: newId(now),
        batch_id: batchId,
        person_id: id,
        mail_id: mailIds[index] ?? '',
        invited_at: now.toISOString(),
        invited_by: admin.id,
      })),
    )
    await recordChanges(
      db,
      invited.map(({ id }) => ({
        actor: admin.id,
        subject: 'person',
        subjectId: id,
        action: 'invited',
      })),
      now,
    )
    const total = invited.length
    return { id: batchId, total, sent: 0, failed: 0, waiting: total }
  })
}

async function findRecipients(
  db: Database,
  { audience, include_recent }: PreviewRequest,
  now: Date,
): Promise<{ recipients: InviteeRow[]; leftOut: Map<LeftOutReason, InviteeRow[]> }> {
  const people = await findInvitees(db, await audienceIds(db, audience, now))
  const byReason = Map.groupBy(people, (person) =>
    reasonForNoInvitation(person, include_recent, now),
  )
  const recipients = byReason.get(undefined) ?? []
  if (recipients.length > maxRecipients)
    throw new Refusal(
      'invalid',
      `Please invite at most ${countOf(maxRecipients, 'member', 'members')} at a time`,
    )
  const leftOut = new Map<LeftOutReason, InviteeRow[]>()
  for (const [reason, group] of byReason) if (reason) leftOut.set(reason, group)
  return { recipients, leftOut }
}

async function audienceIds(
  db: Database,
  audience: InvitationRequest['audience'],
  now: Date,
): Promise<string[]> {
  if ('import' in audience) return listImported(db, audience.import)
  if ('never_signed_in' in audience) return listNeverSignedIn(db)
  return (await resolveSelection(db, audience, isoDay(now))).ids
}

const personOf = ({ id, name, company_name, email }: InviteeRow): InvitedPerson => ({
  id,
  name,
  company_name,
  email,
})

export const noSuchInvitations = () => new Refusal('missing', 'Invitations not found')
