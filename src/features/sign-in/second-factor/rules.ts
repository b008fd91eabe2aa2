import { minutes } from '#shared/durations.ts'

export const factorKinds = ['app', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** The ways to confirm that it is you. */
export const confirmationMethods = ['app', 'passkey', 'recovery'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]

/** Passkeys per person. */
export const maxPasskeys = 10

/** How long a challenge for a passkey can be answered, in milliseconds (contract 11.10). */
export const challengeLifetime = minutes(5)

/** How long an authenticator app that is being set up can be confirmed, in milliseconds. */
export const setupLifetime = minutes(30)

/** The length of an authenticator app's time step, in seconds. */
export const stepSeconds = 30

/** The number of recovery codes in a set. */
export const recoveryCodeCount = 10

/** 32 letters and digits that are not mistaken for one another; ten of them are 50 random bits. */
export const recoveryAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const recoveryCodeLength = 10

/** 'ABCDE-FGHJK' of ten letters and digits. */
export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** Takes a code as `normalCode` of sign-in returns it. */
export const isRecoveryCode = (code: string): boolean =>
  code.length === recoveryCodeLength && [...code].every((sign) => recoveryAlphabet.includes(sign))

/** The key of an authenticator app in groups of four, to type it into a phone. */
export const keyGroups = (key: string): string[] => key.match(/.{1,4}/g) ?? []
