import { useMutation } from '@tanstack/react-query'
import { type ApiError, renewing } from '#platform/web/api/call.ts'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { getUser } from '../../endpoints.ts'
import type { Confirmation } from '../../second-factor/contract.ts'
import * as endpoints from '../../second-factor/endpoints.ts'
import { askForPasskey, makePasskey } from './passkey.ts'

/** The second factor of the user, who is an administrator. */
export const secondFactor = {
  ...queryOf(endpoints.getSecondFactor, {}),
  refetchOnMount: 'always' as const,
}

/** The administrators who have a second factor. */
export const adminFactors = {
  ...queryOf(endpoints.getAdminFactors, {}),
  refetchOnMount: 'always' as const,
}

const sessionCall = { isSessionCall: true }

/** A code as typed, or 'passkey' for one of this device's passkeys. */
export type Proof = { app_code: string } | { recovery_code: string } | 'passkey'

async function confirmationOf(proof: Proof): Promise<Confirmation> {
  if (proof !== 'passkey') return proof
  const options = await send(endpoints.postPasskeyChallenge, {}, sessionCall)
  return { passkey: await askForPasskey(options) }
}

/** Confirms that it is the user; returns the user. */
export const useConfirm = () =>
  useMutation({
    mutationFn: async (proof: Proof) => {
      const body = await confirmationOf(proof)
      return renewing(send(endpoints.postConfirmation, { body }, sessionCall))
    },
  })

/** The user of a session that has just become a full one. */
export const useFetchUser = (onUser: (user: Awaited<ReturnType<typeof fetchUser>>) => void) =>
  useMutation({ mutationFn: fetchUser, onSuccess: onUser })

const fetchUser = () => send(getUser, {}, sessionCall)

export const useStartApp = () =>
  useSave(endpoints.postAppSetup, { failure: "Couldn't start the setup. Please try again." })

/** `showError` shows a refusal of the code in its field. */
export const useAddApp = (showError: (error: ApiError) => boolean) =>
  useSave((code: string) => renewing(send(endpoints.putApp, { body: { code } })), {
    refresh: () => refresh(endpoints.putApp),
    // New recovery codes are on the screen instead.
    success: ({ recovery_codes }) =>
      recovery_codes.length === 0 ? 'Authenticator app added' : undefined,
    failure: "Couldn't add the app. Please try again.",
    showError,
  })

/** The form shows failures, see `passkeyProblem`. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const options = await send(endpoints.postPasskeyEnrolment, {})
      const passkey = await makePasskey(options)
      return renewing(send(endpoints.postPasskey, { body: { name, passkey } }))
    },
    onSuccess: () => refresh(endpoints.postPasskey),
  })

export const useRemoveFactor = () =>
  useSave(endpoints.deleteFactor, {
    success: 'Second factor removed',
    failure: "Couldn't remove the second factor. Please try again.",
    awaitsRefresh: true,
  })

export const useRenewRecoveryCodes = () =>
  useSave(endpoints.postRecoveryCodes, {
    failure: "Couldn't make new recovery codes. Please try again.",
  })

export const useResetAdmin = () =>
  useSave(endpoints.deleteAdminFactors, {
    success: 'Second factor reset',
    failure: "Couldn't reset the second factor. Please try again.",
    awaitsRefresh: true,
  })
