/**
 * Browsers that have signed a person in (contract 11.7). Their cookie opens nothing: it only gives
 * requests for links separate limits, so that strangers cannot use up those of the owner.
 */
import type { PersonRow } from '#features/members/server/queries.ts'
import { hashSecret, newId, newSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { maxKnownBrowsers } from '../rules.ts'
import { replaceSecret, storeConfirmedBrowser, storeKnownBrowser } from './known-browser-queries.ts'
import { trimKnownBrowsers } from './trim-queries.ts'

const others = maxKnownBrowsers - 1

/**
 * Stores the browser that signs this person in. Returns the new value of its cookie: a value that
 * was stolen, or that another person has put into this browser, is worthless after that.
 */
export async function rememberBrowser(
  db: Database,
  person: PersonRow,
  presentedSecret: string | undefined,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const secret = newSecret()
  const secret_hash = hashSecret(secret)
  if (presentedSecret !== undefined)
    await replaceSecret(db, hashSecret(presentedSecret), secret_hash)
  const at = now.toISOString()
  const id = await storeKnownBrowser(db, {
    id: newId(now),
    secret_hash,
    person_id: person.id,
    epoch: person.session_epoch,
    created_at: at,
    used_at: at,
  })
  await trimKnownBrowsers(db, { personId: person.id, newest: id, others, isConfirmed: false, now })
  return { id, secret }
}

/**
 * Stores that the person has confirmed the second factor in this browser. Browsers of people who only read
 * the mailbox cannot displace it.
 */
export async function rememberConfirmation(
  db: Database,
  personId: string,
  presentedSecret: string | undefined,
  now: Date,
): Promise<void> {
  if (presentedSecret === undefined) return
  const id = await storeConfirmedBrowser(db, hashSecret(presentedSecret), personId, now)
  if (id !== undefined)
    await trimKnownBrowsers(db, { personId, newest: id, others, isConfirmed: true, now })
}
