/** The log of notices and reminders: who got what, when, and why others did not. */
import type { Database } from '#platform/server/database/database.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Sending, SendingDetails } from '../../notices/answers.ts'
import { listSendingMembers, listSendings, type SendingWithCounts } from './queries.ts'

export const noSuchSending = () => new Refusal('missing', 'Sending not found')

const sendingFrom = (row: SendingWithCounts): Sending => {
  const { made_by_name: made_by, request_key: _key, ...sending } = row
  return { ...sending, made_by }
}

/** The newest sendings. */
export const readSendings = async (db: Database, limit: number): Promise<Sending[]> =>
  (await listSendings(db, { limit })).map(sendingFrom)

export async function findSending(db: Database, id: string): Promise<Sending | undefined> {
  const [row] = await listSendings(db, { id, limit: 1 })
  return row && sendingFrom(row)
}

/** A sending that was just made. */
export async function readSending(db: Database, id: string): Promise<Sending> {
  const sending = await findSending(db, id)
  if (!sending) throw noSuchSending()
  return sending
}

export async function withMembers(db: Database, sending: Sending): Promise<SendingDetails> {
  const members = await listSendingMembers(db, sending.id)
  return {
    ...sending,
    members: members.map((row) => ({
      id: row.id,
      name: row.name,
      company_name: row.company_name,
      at: row.at,
      owed_paise: row.amount_paise,
      left_out: row.left_out,
      status: statusOf(row),
    })),
  }
}

/** The outbox forgets a mail 90 days after it was sent. */
function statusOf({
  left_out,
  outbox_id,
  sent_at,
  failed_at,
}: Awaited<
  ReturnType<typeof listSendingMembers>
>[number]): SendingDetails['members'][number]['status'] {
  if (left_out !== null) return 'left out'
  if (failed_at !== null) return 'failed'
  return outbox_id === null || sent_at !== null ? 'sent' : 'waiting'
}
