/**
 * Passkeys (Web Authentication). The challenge is a row bound to the session, used up by its first
 * answer; the origin is that of PUBLIC_URL; the device must have verified its user.
 */
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { newId } from '#platform/server/core/ids.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { PasskeyOptions } from '../../second-factor/answers.ts'
import type { PasskeyAssertion, PasskeyEnrolment } from '../../second-factor/contract.ts'
import { challengeLifetime, maxPasskeys } from '../../second-factor/rules.ts'
import { type FactorRow, listFactors, putChallenge, takeChallenge } from './queries.ts'

/**
 * Loaded for the first passkey: with its certificates and ASN.1 it is a quarter of what the portal loads at its start.
 */
const library = () => import('@simplewebauthn/server')

/** The domain that passkeys belong to; browsers offer them on no other. */
const domainOf = ({ publicUrl }: World): string => new URL(publicUrl).hostname

/** Browsers allow passkeys over https and on this computer, and never on an IP address. */
export function allowsPasskeys({ publicUrl }: World): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return !isAddress && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname))
}

/** COSE identifiers of Ed25519, ES256 and RS256. Every authenticator supports at least one of them. */
const algorithms = [-8, -7, -257]

const isPasskey = ({ kind }: FactorRow): boolean => kind === 'passkey'

const transportsOf = ({ transports }: FactorRow) =>
  // Safe: the browser's own words; passed on to the browser and used for nothing else.
  (transports?.split(',').filter(Boolean) ?? []) as AuthenticatorTransport[]

const credentialsOf = (factors: FactorRow[]) =>
  factors
    .filter(isPasskey)
    .map((factor) => ({ id: factor.credential_id ?? '', transports: transportsOf(factor) }))

async function storeChallenge(
  { db, now }: World,
  caller: Caller,
  purpose: 'passkey' | 'passkey-enrolment',
  value: string,
): Promise<void> {
  await putChallenge(db, {
    session_id: caller.session,
    person_id: caller.id,
    purpose,
    value,
    expires_at: new Date(now().getTime() + challengeLifetime).toISOString(),
  })
}

/** Options for the browser to make a passkey. */
export async function beginEnrolment(world: World, caller: Caller): Promise<PasskeyOptions> {
  if (!allowsPasskeys(world))
    throw new Refusal('conflict', 'Passkeys need https; please use an authenticator app')
  const factors = await listFactors(world.db, caller.id)
  if (factors.filter(isPasskey).length >= maxPasskeys)
    throw new Refusal('conflict', `You have ${maxPasskeys} passkeys. Please remove one first.`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: world.info().product_name,
    rpID: domainOf(world),
    userName: caller.email,
    userDisplayName: caller.name || caller.email,
    userID: new TextEncoder().encode(caller.id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentialsOf(factors),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await storeChallenge(world, caller, 'passkey-enrolment', options.challenge)
  return { ...options }
}

/** The row of a passkey that the browser has made. Refuses any other answer. */
export async function readNewPasskey(
  world: World,
  caller: Caller,
  { name, passkey: response }: PasskeyEnrolment,
): Promise<FactorRow> {
  const key = keyOf(caller, 'passkey-enrolment')
  const expectedChallenge = await takeChallenge(world.db, key, world.now())
  if (expectedChallenge === undefined) throw tooLate()
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    // Safe: the schema has the members that the library reads.
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: world.publicUrl,
    expectedRPID: domainOf(world),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw new Refusal('invalid', 'This passkey could not be verified')
  const { credential } = registrationInfo
  return {
    id: newId(world.now()),
    person_id: caller.id,
    kind: 'passkey',
    name,
    created_at: world.now().toISOString(),
    last_used_at: null,
    secret: null,
    last_step: null,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: (response.response.transports ?? []).join(','),
  }
}

/** Options for the browser to use one of the caller's passkeys. */
export async function beginConfirmation(world: World, caller: Caller): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: domainOf(world),
    allowCredentials: credentialsOf(await listFactors(world.db, caller.id)),
    userVerification: 'required',
  })
  await storeChallenge(world, caller, 'passkey', options.challenge)
  return { ...options }
}

/** The caller's passkey that has signed the challenge of this session, with its new counter. */
export async function verifyPasskey(
  world: World,
  caller: Caller,
  response: PasskeyAssertion,
): Promise<{ factor: FactorRow; counter: number } | undefined> {
  const expectedChallenge = await takeChallenge(world.db, keyOf(caller, 'passkey'), world.now())
  if (expectedChallenge === undefined) throw tooLate()
  const factors = await listFactors(world.db, caller.id)
  const factor = factors.find(({ credential_id }) => credential_id === response.id)
  if (!factor) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: world.publicUrl,
    expectedRPID: domainOf(world),
    requireUserVerification: true,
    credential: {
      id: factor.credential_id ?? '',
      publicKey: Uint8Array.from(Buffer.from(factor.public_key ?? '', 'base64url')),
      // A counter that does not grow belongs to a copied passkey: the library refuses it.
      counter: factor.sign_count ?? 0,
      transports: transportsOf(factor),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return undefined
  return { factor, counter: authenticationInfo.newCounter }
}

const keyOf = (caller: Caller, purpose: 'passkey' | 'passkey-enrolment') => ({
  session: caller.session,
  person: caller.id,
  purpose,
})

const tooLate = () =>
  new Refusal('gone', 'That took too long. Please try again.', { code: 'code-wrong' })
