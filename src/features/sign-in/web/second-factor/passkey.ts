/** Passkeys in the browser. The library is loaded when a passkey is first used. */
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import type { PasskeyOptions } from '../../second-factor/answers.ts'
import type { NewPasskey, PasskeyAssertion } from '../../second-factor/contract.ts'

/** True when this browser can use passkeys at this address. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

export async function makePasskey(options: PasskeyOptions): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // Trust boundary: both are made and read by the two halves of one library.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON })) as NewPasskey
}

export async function askForPasskey(options: PasskeyOptions): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON })) as PasskeyAssertion
}

/** The message for a passkey that was not used or created; browsers name the cause in the error. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (error instanceof ApiError) return errorMessage(error, 'Please try again in a moment')
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again when you are ready.'
  return "This device or browser can't use this passkey. Please try another one."
}
