/** Notices that are not emailed: messages for WhatsApp one after the other, and paper. */

import { recordExportOf } from '#features/members/server/list/exported-people-queries.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import { lockPeople } from '#features/members/server/lock-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { NoticeLinks, Sending } from '../../notices/answers.ts'
import type { NoticeRequest } from '../../notices/contract.ts'
import { noticeLink } from './link.ts'
import { whatsAppNotice } from './mails.ts'
import { ensureNotices, noticeFrom } from './notice.ts'
import type { NoticeDocument } from './notice-document.ts'
import { noticePrinter } from './proforma.ts'
import { insertSending, insertSendingMembers, type NoticeRow, readLastSentAt } from './queries.ts'
import {
  insertOrFindSending,
  leftOutGroups,
  leftOutRows,
  newSending,
  personOf,
  type RecipientSelection,
  selectRecipients,
  sendingMember,
} from './send.ts'
import { readSending } from './sendings.ts'

/** The maximum number of notices per request: each is a page to print, or a message to send. */
const maxNotices = 2000

type Selection = NoticeRequest['selection']

interface OwingMembers extends RecipientSelection {
  notices: Map<string, NoticeRow>
}

/**
 * The selected members who owe something, with their notices; recorded as an export to `file`. Call it in a
 * transaction.
 */
async function owingMembers(
  db: Database,
  world: World,
  admin: Caller,
  { selection, file }: { selection: Selection; file: string },
): Promise<OwingMembers> {
  const now = world.now()
  const { ids } = await resolveSelection(db, selection, isoDay(now))
  if (ids.length > maxNotices)
    throw new Refusal('invalid', `Please select at most ${maxNotices} members`)
  const split = await selectRecipients(db, ids, now, { includeRecent: true, isMailed: false })
  const filter = 'query' in selection ? selection.query : { selected: ids.length }
  const recipientIds = split.recipients.map(({ member }) => member.id)
  await recordExportOf(db, admin, { file, filter, ids: recipientIds }, now)
  return { ...split, notices: await ensureNotices(db, split.recipients, admin.id, now) }
}

/** The messages for WhatsApp, with the private link of each member. */
export async function noticeLinks(
  world: World,
  admin: Caller,
  selection: Selection,
): Promise<NoticeLinks> {
  return world.db.transaction().execute(async (db) => {
    const file = 'dues-notice-links.json'
    const owing = { selection, file }
    const { recipients, leftOut, notices } = await owingMembers(db, world, admin, owing)
    const sentAt = await readLastSentAt(
      db,
      recipients.map(({ member }) => member.id),
      'whatsapp',
    )
    return {
      members: recipients.flatMap((recipient) => {
        const { member, account } = recipient
        const notice = notices.get(member.id)
        if (!notice) return []
        return [
          {
            ...personOf(recipient),
            whatsapp_number: member.whatsapp_number,
            link: noticeLink(world, notice, member.email),
            message: whatsAppNotice(world, { notice, member, account }),
            whatsapp_at: sentAt.get(member.id) ?? null,
          },
        ]
      }),
      left_out: leftOutGroups(leftOut),
    }
  })
}

/** Records that the message to a member was sent; repeating a key changes nothing. */
export async function recordWhatsapp(
  world: World,
  admin: Caller,
  personId: string,
  key: string | undefined,
): Promise<Sending> {
  const id = await world.db.transaction().execute(async (db) => {
    const now = world.now()
    const sending = newSending(admin, 'whatsapp', key, now)
    const earlier = await insertOrFindSending(db, sending)
    if (earlier) return earlier
    await lockPeople(db, [personId])
    const { recipients } = await selectRecipients(db, [personId], now, {
      includeRecent: true,
      isMailed: false,
    })
    if (recipients.length === 0)
      throw new Refusal('conflict', 'This member has nothing to pay any more')
    await insertSendingMembers(
      db,
      recipients.map((recipient) => sendingMember(sending, recipient)),
    )
    return sending.id
  })
  return readSending(world.db, id)
}

/** The data of a selection's printed notices, in its order; the log has them as printed. */
export async function printedNotices(
  world: World,
  admin: Caller,
  selection: Selection,
): Promise<NoticeDocument[]> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const owing = { selection, file: 'dues-notices.pdf' }
    const { recipients, leftOut, notices } = await owingMembers(db, world, admin, owing)
    if (recipients.length === 0)
      throw new Refusal('conflict', 'None of the selected members has anything to pay')
    const sending = newSending(admin, 'print', undefined, now)
    await insertSending(db, sending)
    await insertSendingMembers(db, [
      ...recipients.map((recipient) => sendingMember(sending, recipient)),
      ...leftOutRows(sending, leftOut),
    ])
    const ids = recipients.map(({ member }) => member.id)
    const print = await noticePrinter(db, world, ids)
    return recipients.flatMap(({ member, account }) => {
      const notice = notices.get(member.id)
      if (!notice) return []
      return [print(noticeFrom(world, { notice, member, account, reports: [] }), member)]
    })
  })
}
