import type { User } from '#features/members/answers.ts'
import { deleteSession, getSessions } from '#features/sign-in/endpoints.ts'
import { queryOf, refresh, send, sendRaw } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { exportFailure, useDownload } from '#platform/web/uploads/download.ts'
import type { ProfileEdit } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

const profileUpdated = {
  title: 'Profile Updated',
  description: 'Your profile has been updated successfully.',
}

/** Sends the full user merged with the changes, then reloads the current user. */
export function useSaveProfile(
  { additional_info_materials_products: _ids, ...user }: User,
  success: string | typeof profileUpdated = profileUpdated,
) {
  return useSave(
    (changes: ProfileEdit) => send(endpoints.putProfile, { body: { ...user, ...changes } }),
    {
      success: () => success,
      failure: 'Failed to update profile',
      refresh: () => refresh(endpoints.putProfile),
    },
  )
}

export const ownSessions = {
  ...queryOf(getSessions, {}),
  refetchOnMount: 'always' as const,
}

export const useEndSession = () => useSave(deleteSession, { failure: 'Failed to sign out' })

/** Downloads everything the portal keeps of the caller, indented for reading. */
export const useOwnData = () =>
  useDownload(() => sendRaw(endpoints.getOwnData, {}), {
    fallbackName: 'my-data.json',
    type: 'application/json',
    contentOf: async (response) => JSON.stringify(await response.json(), null, 2),
    failure: exportFailure,
  })
