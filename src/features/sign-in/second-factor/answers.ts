import { z } from 'zod'
import { moment } from '#shared/fields.ts'
import { confirmationMethods, factorKinds } from './rules.ts'

const factor = z.strictObject({
  id: z.string(),
  kind: z.enum(factorKinds),
  /** The name of a passkey; empty for an app. */
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
})

/** The caller's second factor (contract 11.10). */
export const secondFactorAnswer = z.strictObject({
  /** What a limited session waits for; null in a full one. */
  limitation: z.enum(['confirm', 'enrol']).nullable(),
  /** The ways in which the caller can confirm. */
  methods: z.array(z.enum(confirmationMethods)),
  /** True when the association requires a second factor. */
  is_required: z.boolean(),
  /** False where the address of the portal allows no passkeys. */
  allows_passkeys: z.boolean(),
  /** Empty until the caller has confirmed. */
  factors: z.array(factor),
  recovery_codes_left: z.int(),
})

/** The key of an authenticator app that is being set up. */
export const appSetupAnswer = z.strictObject({
  key: z.string(),
  /** The otpauth: address that the QR code shows. */
  uri: z.string(),
})

/** Options for the Web Authentication API of the browser, as @simplewebauthn makes and reads them. */
export const passkeyOptionsAnswer = z.looseObject({ challenge: z.string() })

/** New recovery codes, shown this once; empty when the caller has some already. */
export const recoveryCodesAnswer = z.strictObject({ recovery_codes: z.array(z.string()) })

/** The administrators who have a second factor. */
export const adminFactorsAnswer = z.array(
  z.strictObject({ id: z.string(), kinds: z.array(z.enum(factorKinds)) }),
)

export type Factor = z.infer<typeof factor>
export type SecondFactor = z.infer<typeof secondFactorAnswer>
export type PasskeyOptions = z.infer<typeof passkeyOptionsAnswer>
export type AppSetup = z.infer<typeof appSetupAnswer>
