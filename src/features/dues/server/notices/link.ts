/**
 * The private links of notices. A token is the id of the notice and a keyed hash of it, so the portal can
 * send the same link again and stores no secret. The email address is part of the hash: when it changes,
 * links that were mailed to the old address stop working, as those of applications do (contract 12.5).
 */
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { findNotice, listMembers, type MemberRow, type NoticeRow } from './queries.ts'

const purpose = 'dues-notice'
/** How long a notice can be opened after it was made. */
const lifetime = days(400)

const signedText = (notice: Pick<NoticeRow, 'id'>, email: string): string => `${notice.id} ${email}`

export const noticeTokenOf = (
  { secrets }: Pick<World, 'secrets'>,
  notice: Pick<NoticeRow, 'id'>,
  email: string,
): string => `${notice.id}.${secrets.hmac(purpose, signedText(notice, email))}`

/** The token is in the fragment, which browsers send to no server. */
export const noticeLink = (
  world: Pick<World, 'secrets' | 'publicUrl'>,
  notice: Pick<NoticeRow, 'id'>,
  email: string,
): string => `${world.publicUrl}/dues#token=${noticeTokenOf(world, notice, email)}`

/** The notice that a link opens, and its member; refuses unknown and expired links, and removed members. */
export async function findByToken(
  db: Database,
  { secrets, now }: Pick<World, 'secrets' | 'now'>,
  token: string,
): Promise<{ notice: NoticeRow; member: MemberRow }> {
  const [, id = '', mac = ''] = token.match(/^([\da-f-]{36})\.([\w.-]{20,120})$/) ?? []
  const notice = id === '' ? undefined : await findNotice(db, id)
  const [member] = notice ? await listMembers(db, [notice.person_id]) : []
  const isValid =
    notice !== undefined &&
    member?.is_active === true &&
    now().getTime() - Date.parse(notice.made_at) < lifetime &&
    secrets.verifyHmac(purpose, signedText(notice, member.email), mac)
  if (isValid) return { notice, member }
  throw new Refusal(
    'missing',
    'This link is invalid or has expired. Please open the link in the newest email, or write to the association.',
  )
}
