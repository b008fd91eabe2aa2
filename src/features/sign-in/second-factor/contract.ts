import { z } from 'zod'
import { required, singleLine } from '#shared/fields.ts'
import { normalCode } from '../rules.ts'
import { isRecoveryCode } from './rules.ts'

const appCode = z
  .string()
  .transform(normalCode)
  .refine((code) => /^\d{6}$/.test(code), 'Please enter the six digits in your app')

const recoveryCode = z
  .string()
  .max(100)
  .transform(normalCode)
  .refine(isRecoveryCode, 'A recovery code has ten letters and digits')

/** Base64url, as the Web Authentication API of browsers encodes bytes in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()).default({}),
}

const passkeyMessage = 'This passkey could not be read. Please try again.'

/** What the browser answers to a challenge of a passkey. */
const passkeyAssertion = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
      userHandle: bytes(200).optional(),
    }),
  },
  passkeyMessage,
)

/** The browser's response when it has created a passkey. */
const newPasskey = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(20_000),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .optional(),
    }),
  },
  passkeyMessage,
)

/** POST /api/auth/second-factor/confirmation: one of the three ways (contract 11.10). */
export const confirmation = z.union(
  [
    z.strictObject({ app_code: appCode }),
    z.strictObject({ recovery_code: recoveryCode }),
    z.strictObject({ passkey: passkeyAssertion }),
  ],
  'Please enter a code or use a passkey',
)

/** PUT /api/auth/second-factor/app: the first code of the app that is being set up. */
export const appConfirmation = z.object({ code: appCode }, 'Please enter the code')

/** POST /api/auth/second-factor/passkeys. */
export const passkeyEnrolment = z.object({
  name: required(singleLine(60), 'Please name this passkey'),
  passkey: newPasskey,
})

export type Confirmation = z.output<typeof confirmation>
export type PasskeyAssertion = z.output<typeof passkeyAssertion>
export type NewPasskey = z.output<typeof newPasskey>
export type PasskeyEnrolment = z.output<typeof passkeyEnrolment>
