/** Codes of authenticator apps (TOTP, RFC 6238): six digits, SHA-1, steps of 30 seconds, as all apps expect. */
import { Secret, TOTP } from 'otpauth'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { stepSeconds } from '../../second-factor/rules.ts'
import { listAppSecrets, replaceAppSecret } from './queries.ts'

/** The purpose under which keys of apps are encrypted. */
const purpose = 'authenticator-app'
const keyBytes = 20

const totpOf = (key: string, label?: { issuer: string; label: string }): TOTP =>
  new TOTP({ ...label, secret: Secret.fromBase32(key), period: stepSeconds, digits: 6 })

/** A new key in Base32. */
export const newAppKey = (): string => new Secret({ size: keyBytes }).base32

export const encryptAppKey = ({ secrets }: World, key: string): string =>
  secrets.encrypt(purpose, key)

export function decryptAppKey({ secrets, log }: World, box: string): string {
  const key = secrets.decrypt(purpose, box)
  if (key !== undefined) return key
  log.error({}, 'the key of an authenticator app cannot be decrypted')
  throw new Refusal(
    'unavailable',
    'Your authenticator app cannot be checked right now. Please use a recovery code or another factor.',
  )
}

/** What the QR code contains. */
export const appUri = ({ info }: World, key: string, email: string): string =>
  totpOf(key, { issuer: info().product_name, label: email }).toString()

/**
 * Returns the time step of a code, or undefined for a wrong code. The previous and the next step are accepted, because
 * clocks differ. It compares in constant time.
 */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** Encrypts the keys of all apps again, after the key file has got a new key; returns their number. */
export async function reencryptAppKeys({ db, secrets }: Pick<World, 'db' | 'secrets'>) {
  let count = 0
  for (const { id, secret } of await listAppSecrets(db)) {
    const key = secrets.decrypt(purpose, secret ?? '')
    if (key === undefined || secret === null) continue
    await replaceAppSecret(db, id, secret, secrets.encrypt(purpose, key))
    count += 1
  }
  return count
}
