/** Adds and removes second factors. Each change is recorded, and mailed to its person. */
import { lockPerson } from '#features/members/server/lock-queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { AppSetup } from '../../second-factor/answers.ts'
import type { PasskeyEnrolment } from '../../second-factor/contract.ts'
import { setupLifetime } from '../../second-factor/rules.ts'
import { appUri, decryptAppKey, encryptAppKey, newAppKey, stepOfCode } from './authenticator-app.ts'
import {
  type ConfirmationOrigin,
  clearAttempts,
  countAttempt,
  startConfirmedSession,
} from './confirm.ts'
import { queueSecurityMail } from './mails.ts'
import { readNewPasskey } from './passkeys.ts'
import {
  deleteApp,
  deleteFactor,
  deleteRecoveryCodes,
  type FactorRow,
  findChallenge,
  insertFactor,
  listFactors,
  listRecoveryCodes,
  putChallenge,
  takeChallenge,
} from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** The secret of the renewed session, and new recovery codes if the person had none. */
export interface Enrolled {
  secret: string
  recoveryCodes: string[]
}

type EnrolmentOrigin = Pick<ConfirmationOrigin, 'device' | 'known'>

/** Makes a key for an app. It becomes a factor when its first code arrives. */
export async function setUpApp(world: World, caller: Caller): Promise<AppSetup> {
  const key = newAppKey()
  await putChallenge(world.db, {
    session_id: caller.session,
    person_id: caller.id,
    purpose: 'app',
    value: encryptAppKey(world, key),
    expires_at: new Date(world.now().getTime() + setupLifetime).toISOString(),
  })
  return { key, uri: appUri(world, key, caller.email) }
}

/** Adds the app that is being set up, replacing an earlier one, if the code is correct. */
export async function addApp(
  world: World,
  caller: Caller,
  code: string,
  origin: EnrolmentOrigin,
): Promise<Enrolled> {
  await countAttempt(world, 'app', caller.id, 'full')
  const key = { session: caller.session, person: caller.id, purpose: 'app' as const }
  const secret = await findChallenge(world.db, key, world.now())
  if (secret === undefined) throw new Refusal('gone', 'This setup has expired. Please start again.')
  const step = stepOfCode(decryptAppKey(world, secret), code, world.now())
  if (step === undefined)
    throw new Refusal(
      'invalid',
      "That code is incorrect. Check that your phone's clock is right, and enter the code that the app shows now.",
      { code: 'code-wrong', field: 'code' },
    )
  return world.db.transaction().execute(async (db) => {
    if ((await takeChallenge(db, key, world.now())) !== secret)
      throw new Refusal('conflict', 'This app was already added')
    await clearAttempts(db, 'app', caller.id, 'full')
    await lockFactors(db, caller)
    await deleteApp(db, caller.id)
    const factor = {
      id: newId(world.now()),
      person_id: caller.id,
      kind: 'app',
      name: '',
      created_at: world.now().toISOString(),
      last_used_at: null,
      secret,
      last_step: step,
      credential_id: null,
      public_key: null,
      sign_count: null,
      transports: null,
    } satisfies FactorRow
    return enrol(world, db, { caller, origin, factor })
  })
}

export async function addPasskey(
  world: World,
  caller: Caller,
  enrolment: PasskeyEnrolment,
  origin: EnrolmentOrigin,
): Promise<Enrolled> {
  const passkey = await readNewPasskey(world, caller, enrolment)
  return world.db.transaction().execute(async (db) => {
    await lockFactors(db, caller)
    return enrol(world, db, { caller, origin, factor: passkey })
  })
}

/**
 * Locks the factors of a person. Only a person without any factor may add one unconfirmed: when two sessions add the
 * first factor at the same time, the later one is refused.
 */
async function lockFactors(db: Database, caller: Caller): Promise<void> {
  await lockPerson(db, caller.id)
  if (caller.hasSecondFactor || (await listFactors(db, caller.id)).length === 0) return
  throw new Refusal(
    'conflict',
    'A second factor was just added to your account. Reload this page to continue.',
  )
}

async function enrol(
  world: World,
  db: Database,
  {
    caller,
    origin: { device, known },
    factor,
  }: { caller: Caller; origin: EnrolmentOrigin; factor: FactorRow },
): Promise<Enrolled> {
  try {
    await insertFactor(db, factor)
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refusal('conflict', 'This passkey is in use already. Please make another one.')
    throw error
  }
  const hasCodes = (await listRecoveryCodes(db, caller.id)).length > 0
  const recoveryCodes = hasCodes ? [] : await replaceRecoveryCodes(world, db, caller.id)
  const isApp = factor.kind === 'app'
  await recordFactorChange(world, db, caller, {
    action: 'second factor added',
    factor: factorName(factor),
    device,
    change: isApp
      ? 'An authenticator app was added to your account.'
      : `The passkey “${factor.name}” was added to your account.`,
  })
  return { secret: await startConfirmedSession(world, db, caller, known), recoveryCodes }
}

/** Removes a factor; with the last one the recovery codes also end. */
export async function removeFactor(
  world: World,
  caller: Caller,
  id: string,
  { isRequired, device }: { isRequired: boolean; device: string },
): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    await lockPerson(db, caller.id)
    const factors = await listFactors(db, caller.id)
    const factor = factors.find((candidate) => candidate.id === id)
    if (!factor) throw noSuchFactor()
    if (isRequired && factors.length === 1)
      throw new Refusal(
        'conflict',
        'Every administrator needs a second factor. Please add another one first.',
      )
    await deleteFactor(db, caller.id, id)
    if (factors.length === 1) await deleteRecoveryCodes(db, caller.id)
    await recordFactorChange(world, db, caller, {
      action: 'second factor removed',
      factor: factorName(factor),
      device,
      change:
        factor.kind === 'app'
          ? 'The authenticator app was removed from your account.'
          : `The passkey “${factor.name}” was removed from your account.`,
    })
  })
}

export const noSuchFactor = () => new Refusal('missing', 'This has already been removed')

/** Replaces the recovery codes by ten new ones. */
export async function renewRecoveryCodes(
  world: World,
  caller: Caller,
  device: string,
): Promise<string[]> {
  return world.db.transaction().execute(async (db) => {
    if ((await listFactors(db, caller.id)).length === 0)
      throw new Refusal('conflict', 'Please add an authenticator app or a passkey first')
    const codes = await replaceRecoveryCodes(world, db, caller.id)
    await recordFactorChange(world, db, caller, {
      action: 'recovery codes replaced',
      device,
      change: 'New recovery codes were made for your account. The earlier ones no longer work.',
    })
    return codes
  })
}

const factorName = ({ kind, name }: FactorRow): string =>
  kind === 'app' ? 'authenticator app' : `passkey “${name}”`

interface FactorChange {
  action: 'second factor added' | 'second factor removed' | 'recovery codes replaced'
  factor?: string
  change: string
  device: string
}

async function recordFactorChange(
  world: World,
  db: Database,
  caller: Caller,
  { action, factor, change, device }: FactorChange,
): Promise<void> {
  const subject = { actor: caller.id, subject: 'person', subjectId: caller.id }
  await recordChange(db, { ...subject, action, ...(factor && { after: { factor } }) }, world.now())
  await queueSecurityMail(world, db, caller, { change, device })
}
