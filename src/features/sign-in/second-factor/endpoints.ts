import type { userAnswer } from '#features/members/answers.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type {
  adminFactorsAnswer,
  appSetupAnswer,
  passkeyOptionsAnswer,
  recoveryCodesAnswer,
  secondFactorAnswer,
} from './answers.ts'
import type { appConfirmation, confirmation, passkeyEnrolment } from './contract.ts'

const stale = ['second-factor']

export const getSecondFactor = endpoint<{ answer: typeof secondFactorAnswer }>()(
  'GET /api/auth/second-factor',
  { tags: ['second-factor'] },
)

/** Confirms the second factor: ends the limitation of a session, and renews the session. */
export const postConfirmation = endpoint<{
  body: typeof confirmation
  answer: typeof userAnswer
}>()('POST /api/auth/second-factor/confirmation')

/** The challenge for `postConfirmation` with a passkey. */
export const postPasskeyChallenge = endpoint<{ answer: typeof passkeyOptionsAnswer }>()(
  'POST /api/auth/second-factor/challenge',
)

/** Begins to set up an authenticator app; nothing changes until its first code arrives. */
export const postAppSetup = endpoint<{ answer: typeof appSetupAnswer }>()(
  'POST /api/auth/second-factor/app',
)

/** Adds the authenticator app, replacing an earlier one. */
export const putApp = endpoint<{
  body: typeof appConfirmation
  answer: typeof recoveryCodesAnswer
}>()('PUT /api/auth/second-factor/app', { stale })

export const postPasskeyEnrolment = endpoint<{ answer: typeof passkeyOptionsAnswer }>()(
  'POST /api/auth/second-factor/passkeys/challenge',
)

export const postPasskey = endpoint<{
  body: typeof passkeyEnrolment
  answer: typeof recoveryCodesAnswer
}>()('POST /api/auth/second-factor/passkeys', { stale })

export const deleteFactor = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/auth/second-factor/factors/:id',
  { stale },
)

/** Makes ten new recovery codes; the earlier ones stop working. */
export const postRecoveryCodes = endpoint<{ answer: typeof recoveryCodesAnswer }>()(
  'POST /api/auth/second-factor/recovery-codes',
  { stale },
)

export const getAdminFactors = endpoint<{ answer: typeof adminFactorsAnswer }>()(
  'GET /api/admin/second-factors',
  { tags: ['second-factor'] },
)

/** Removes every factor of another administrator who has lost theirs. */
export const deleteAdminFactors = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/admins/:id/second-factor',
  { stale },
)
