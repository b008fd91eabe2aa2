/** Confirms that it is the caller: with a code of the app, a passkey or a recovery code (contract 11.10). */

import { hashSecret, newSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { signedOut } from '#platform/server/http/guards.ts'
import { clearHits, countHit, tooMany } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { limits, type RefusingLimit } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { maxSessions } from '../../rules.ts'
import type { Confirmation } from '../../second-factor/contract.ts'
import type { ConfirmationMethod } from '../../second-factor/rules.ts'
import { findConfirmedBrowser } from '../known-browser-queries.ts'
import { rememberConfirmation } from '../known-browsers.ts'
import { renewSession } from '../queries.ts'
import { recordSignInEntry } from '../sign-in-history.ts'
import { trimSessions } from '../trim-queries.ts'
import { decryptAppKey, stepOfCode } from './authenticator-app.ts'
import { queueSecurityMail } from './mails.ts'
import { verifyPasskey } from './passkeys.ts'
import { listFactors, listRecoveryCodes, usePasskey, useRecoveryCode, useStep } from './queries.ts'
import { findRecoveryCode } from './recovery-codes.ts'

/** Each method is counted apart. */
const attemptLimits: Record<ConfirmationMethod, readonly RefusingLimit[]> = {
  app: [limits.appCodes, limits.appCodesDaily],
  recovery: [limits.recoveryCodes],
  passkey: [limits.passkeys],
}

/**
 * Sessions that wait for the second factor count apart from those in which it was given, and browsers in
 * which the person has given it before count for themselves: an attacker who can only read the
 * mailbox uses up no attempts of the owner.
 */
type AttemptScope = 'limited' | 'full' | `browser ${string}`

/** Counts an attempt before it is checked, so that concurrent calls get no extra attempts. */
export async function countAttempt(
  { db, now }: World,
  method: ConfirmationMethod,
  personId: string,
  scope: AttemptScope,
): Promise<void> {
  // All counters are incremented, even if one of them refuses.
  const waits = []
  for (const limit of attemptLimits[method])
    waits.push(await countHit(db, limit, `${scope} ${personId}`, now()))
  const wait = Math.max(...waits)
  if (wait > 0) throw tooMany(limits.appCodes, wait)
}

export const clearAttempts = (
  db: Database,
  method: ConfirmationMethod,
  personId: string,
  scope: AttemptScope,
): Promise<void> => clearHits(db, attemptLimits[method], `${scope} ${personId}`)

/** A verified proof; `accept` uses it up, and returns false when it was used in the meantime. */
interface Proof {
  method: ConfirmationMethod
  accept: (db: Database) => Promise<boolean>
}

/** The request that confirms the second factor. */
export interface ConfirmationOrigin {
  /** The name of the device. */
  device: string
  /** The client's address. */
  client: Client
  /** The cookie of the known browser. */
  known: string | undefined
  isLimited: boolean
}

/** Returns the secret of the renewed session, for its cookie. Every failure is a Refusal. */
export async function confirm(
  world: World,
  caller: Caller,
  confirmation: Confirmation,
  origin: ConfirmationOrigin,
): Promise<string> {
  const method = methodOf(confirmation)
  const scope = await attemptScope(world.db, caller, origin)
  await countAttempt(world, method, caller.id, scope)
  const proof = await check(world, caller, confirmation)
  if (!proof) throw wrong(method)
  return world.db.transaction().execute(async (db) => {
    if (!(await proof.accept(db))) throw wrong(method)
    await clearAttempts(db, method, caller.id, scope)
    if (method === 'recovery') await reportRecoveryCode(world, db, caller, origin.device)
    const { client } = origin
    const entry = { method: 'second factor', client, session: caller.session } as const
    await recordSignInEntry(db, caller.id, entry, world.now())
    return startConfirmedSession(world, db, caller, origin.known)
  })
}

async function attemptScope(
  db: Database,
  caller: Caller,
  { isLimited, known }: ConfirmationOrigin,
): Promise<AttemptScope> {
  if (!isLimited) return 'full'
  const id = known && (await findConfirmedBrowser(db, hashSecret(known), caller.id))
  return id ? `browser ${id}` : 'limited'
}

/** Gives the session a new secret, and stores that its second factor was confirmed now. */
export async function startConfirmedSession(
  world: World,
  db: Database,
  caller: Caller,
  known: string | undefined,
): Promise<string> {
  const secret = newSecret()
  const session = { person: caller.id, session: caller.session }
  const now = world.now()
  if (!(await renewSession(db, session, hashSecret(secret), now))) throw signedOut()
  await trimSessions(db, {
    personId: caller.id,
    newest: caller.session,
    others: maxSessions - 1,
    isConfirmed: true,
    now,
  })
  await rememberConfirmation(db, caller.id, known, now)
  return secret
}

function methodOf(confirmation: Confirmation): ConfirmationMethod {
  if ('app_code' in confirmation) return 'app'
  return 'passkey' in confirmation ? 'passkey' : 'recovery'
}

async function check(
  world: World,
  caller: Caller,
  confirmation: Confirmation,
): Promise<Proof | undefined> {
  if ('app_code' in confirmation) return checkApp(world, caller.id, confirmation.app_code)
  if ('passkey' in confirmation) {
    const used = await verifyPasskey(world, caller, confirmation.passkey)
    return (
      used && {
        method: 'passkey',
        accept: (db) => usePasskey(db, used.factor, used.counter, world.now()),
      }
    )
  }
  const id = await findRecoveryCode(world, caller.id, confirmation.recovery_code)
  return id === undefined
    ? undefined
    : { method: 'recovery', accept: (db) => useRecoveryCode(db, id, world.now()) }
}

/** A step of the app is accepted once, and no earlier one after it. */
async function checkApp(world: World, personId: string, code: string): Promise<Proof | undefined> {
  const app = (await listFactors(world.db, personId)).find(({ kind }) => kind === 'app')
  if (!app) return undefined
  const step = stepOfCode(decryptAppKey(world, app.secret ?? ''), code, world.now())
  if (step === undefined) return undefined
  return { method: 'app', accept: (db) => useStep(db, app.id, step, world.now()) }
}

const messages: Record<ConfirmationMethod, string> = {
  app: 'That code is incorrect or was already used. Enter the code that your app shows now.',
  passkey: 'This passkey could not be verified. Please try again, or confirm in another way.',
  recovery: 'That recovery code is incorrect or was already used.',
}

const fields: Record<ConfirmationMethod, string> = {
  app: 'app_code',
  passkey: 'passkey',
  recovery: 'recovery_code',
}

const wrong = (method: ConfirmationMethod): Refusal =>
  new Refusal('invalid', messages[method], { code: 'code-wrong', field: fields[method] })

async function reportRecoveryCode(
  world: World,
  db: Database,
  caller: Caller,
  device: string,
): Promise<void> {
  const { length } = await listRecoveryCodes(db, caller.id)
  await recordChange(
    db,
    {
      actor: caller.id,
      subject: 'person',
      subjectId: caller.id,
      action: 'recovery code used',
    },
    world.now(),
  )
  const change = `A recovery code was used to sign in or to confirm a change. Recovery codes left: ${length}.`
  await queueSecurityMail(world, db, caller, { change, device })
}
