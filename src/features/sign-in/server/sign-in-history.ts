/**
 * Sign-ins and refused sign-ins in the history (contract 17.1). Refusals come from strangers: beyond a
 * few for each person and hour they are only counted, so that they cannot fill the disk.
 */
import { findPersonByEmail } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import { type Client, clientNetwork } from '#platform/server/http/client-network.ts'
import { countHit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'

export type SignInMethod = 'link' | 'code' | 'link and code' | 'second factor'

type RefusalReason = 'wrong code' | 'too many codes' | 'wrong second factor' | 'inactive'

/** The subject of these entries, which are not changes of the person's record. */
export const signInSubject = 'sign-in'
export const refusedAct = 'sign-in refused'

/** Records a sign-in or a confirmed second factor; call it in the transaction of the session. */
export async function recordSignInEntry(
  db: Database,
  personId: string,
  { method, client, session }: { method: SignInMethod; client: Client; session: string },
  now: Date,
): Promise<void> {
  const limit = method === 'second factor' ? limits.confirmations : limits.signIns
  if ((await countHit(db, limit, personId, now)) > 0) return
  const after = { way: method, network: clientNetwork(client), session }
  await recordChange(db, { ...entryOf(personId), action: 'signed in', after }, now)
}

/**
 * Records a refused sign-in of a person; those of unknown addresses are only counted. No request waits
 * for the entry, so that the time of an answer reveals nothing about the address.
 */
export async function recordRefusal(
  { db, now, log }: World,
  email: string,
  reason: RefusalReason,
  client: Client,
): Promise<void> {
  const at = now()
  await countHit(db, limits.refusals, '', at)
  const person = await findPersonByEmail(db, email)
  const id = person?.id ?? email
  if ((await countHit(db, limits.refusalsOfPerson, id, at)) > 0 || !person) return
  const after = { reason, network: clientNetwork(client) }
  const entry = { ...entryOf(person.id), action: refusedAct, after }
  void db
    .transaction()
    .execute((transaction) => recordChange(transaction, entry, at))
    .catch((error: unknown) => log.error({ err: error }, 'recording a refused sign-in failed'))
}

const entryOf = (personId: string) => ({
  actor: null,
  subject: signInSubject,
  subjectId: personId,
})
