/** Confirms that it is the caller: with a code of the app, a passkey or a recovery code (contract 11.10). */
import { renewSession } from '#features/sign-in/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import { clearHits, countHit, type RateLimit } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { hashSecret, newSecret } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import type { Confirmation } from '../contract.ts'
import type { ConfirmationMethod } from '../rules.ts'
import { decryptAppKey, stepOfCode } from './authenticator-app.ts'
import { queueSecurityMail } from './mails.ts'
import { verifyPasskey } from './passkeys.ts'
import { listFactors, listRecoveryCodes, usePasskey, useRecoveryCode, useStep } from './queries.ts'
import { findRecoveryCode } from './recovery-codes.ts'

/** Attempts per person, right or wrong; each method is counted apart (contract 9.8). */
const attemptLimits: Record<ConfirmationMethod, readonly RateLimit[]> = {
  app: [
    { max: 5, windowMs: minutes(15) },
    { max: 30, windowMs: days(1) },
  ],
  recovery: [{ max: 10, windowMs: hours(1) }],
  passkey: [{ max: 30, windowMs: minutes(15) }],
}

/**
 * Sessions that wait for the second factor count apart from those in which it was given: whoever reads
 * the mailbox, and only that, cannot use up the attempts of the owner's open session.
 */
type AttemptScope = 'limited' | 'full'

const attemptKeys = (method: ConfirmationMethod, personId: string, scope: AttemptScope): string[] =>
  attemptLimits[method].map(
    (_limit, index) => `second factor ${scope} ${method} ${index} ${personId}`,
  )

/** Counts an attempt before it is checked, so that concurrent calls get no extra attempts. */
export async function countAttempt(
  { db, now }: World,
  method: ConfirmationMethod,
  personId: string,
  scope: AttemptScope,
): Promise<void> {
  const keys = attemptKeys(method, personId, scope)
  let wait = 0
  for (const [index, limit] of attemptLimits[method].entries())
    wait = Math.max(wait, await countHit(db, keys[index] ?? '', limit, now()))
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `Too many attempts. Please try again in ${countOf(Math.ceil(wait / 60), 'minute', 'minutes')}, or confirm in another way.`,
      { code: 'too-many-tries', retryAfter: wait },
    )
}

export const clearAttempts = (
  db: Database,
  method: ConfirmationMethod,
  personId: string,
  scope: AttemptScope,
): Promise<void> => clearHits(db, attemptKeys(method, personId, scope))

/** A proof that was checked; `accept` uses it up, and is false when it was used meanwhile. */
interface Proof {
  method: ConfirmationMethod
  accept: (db: Database) => Promise<boolean>
}

/** Returns the secret of the renewed session, for its cookie. Every failure is a Refusal. */
export async function confirm(
  world: World,
  caller: Caller,
  confirmation: Confirmation,
  device: string,
  scope: AttemptScope = 'limited',
): Promise<string> {
  const method = methodOf(confirmation)
  await countAttempt(world, method, caller.id, scope)
  const proof = await check(world, caller, confirmation)
  if (!proof) throw wrong(method)
  return world.db.transaction().execute(async (db) => {
    if (!(await proof.accept(db))) throw wrong(method)
    await clearAttempts(db, method, caller.id, scope)
    if (method === 'recovery') await reportRecoveryCode(world, db, caller, device)
    return startConfirmedSession(world, db, caller)
  })
}

/** Gives the session a new secret, and stores that its second factor was given now. */
export async function startConfirmedSession(
  world: World,
  db: Database,
  caller: Caller,
): Promise<string> {
  const secret = newSecret()
  const session = { person: caller.id, session: caller.session }
  if (await renewSession(db, session, hashSecret(secret), world.now())) return secret
  throw new Refusal('signed-out', 'Please log in')
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
