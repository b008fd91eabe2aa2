/**
 * Limits on mails to people who never asked for one (contract 9.8): a visitor who types an
 * address into a form makes the portal send a mail to it. Folded addresses are only counted; they identify no person.
 */
import { type Limit, strangerMails } from '#shared/limits.ts'
import { type Log, maskEmail } from '../core/log.ts'
import type { Database } from '../database/database.ts'
import { type Client, networkOf } from '../http/client-network.ts'
import { countHit } from '../http/rate-limit.ts'
import type { Mail } from './outbox.ts'

/** Why a mail stays unsent, in `outbox.last_error`. */
export const heldBackReason = 'held back: too many mails to unregistered addresses'

interface StrangerMail {
  /** Each topic has counters of its own, so that one cannot use up another's. */
  topic: 'sign-in' | 'application' | 'registered' | 'anybody'
  to: string
  client: Client
}

/** Counts one mail to a stranger; returns 0 while within all limits, else the seconds to wait. */
export async function countStrangerMail(
  db: Database,
  { topic, to, client }: StrangerMail,
  now: Date,
): Promise<number> {
  if (client.kind === 'trial') return 0
  const count = (limit: Limit, key: string | Client = '') =>
    countHit(db, { ...limit, name: `stranger:${topic}:${limit.name}` }, key, now)
  // A mail beyond one limit is not counted for the next, so that one network cannot use up the portal's limit.
  const mailbox = mailboxOf(to)
  const network = networkOf(client.address, 48)
  // The requests of a few strangers must not keep the owner of the mailbox out for a day.
  const isNew = (await count(strangerMails.firstToMailbox, `${mailbox} from ${network}`)) === 0
  const wait = await count(strangerMails.mailbox, mailbox)
  const own =
    (isNew && wait > 0 ? await count(strangerMails.mailboxOfNewNetworks, mailbox) : wait) ||
    (await count(strangerMails.network, client))
  if (own > 0) return own
  // The portal's counters come last: their rows stay locked until the transaction ends.
  const isFirst = (await count(strangerMails.firstOfNetwork, client)) === 0
  if (isFirst && (await count(strangerMails.reserve)) === 0) return 0
  return count(strangerMails.portal)
}

/**
 * Returns the sign-in mail unchanged, or beyond the limits one that stays in the outbox unsent, which it
 * logs. Mails to registered people are never held back; they are also counted, so that both kinds of
 * request take the same time. `mayBeHeldBack` is for the answer to the visitor: it counts both kinds together, so that
 * the answer does not reveal which kind it is.
 */
export async function withinStrangerLimits(
  { db, log }: { db: Database; log: Log },
  mail: Mail,
  { client, isRegistered }: { client: Client; isRegistered: boolean },
  now: Date,
): Promise<{ mail: Mail; mayBeHeldBack: boolean }> {
  const topic = isRegistered ? 'registered' : 'sign-in'
  const wait = await countStrangerMail(db, { topic, to: mail.to, client }, now)
  const counted = { topic: 'anybody', to: mail.to, client } as const
  const mayBeHeldBack = (await countStrangerMail(db, counted, now)) > 0
  if (wait === 0 || isRegistered) return { mail, mayBeHeldBack }
  log.warn(
    { kind: mail.kind, to: maskEmail(mail.to) },
    'mail not sent: limit of unregistered addresses',
  )
  return { mail: { ...mail, heldBack: heldBackReason }, mayBeHeldBack }
}

/**
 * The mailbox of an address, which may have many addresses: without a '+' suffix and, at Gmail, without dots.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
