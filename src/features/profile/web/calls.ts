import { queryOptions, useMutation } from '@tanstack/react-query'
import type { User } from '#features/members/answers.ts'
import { call } from '#platform/web/api/call.ts'
import { refresh, send, sendRaw } from '#platform/web/api/client.ts'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { ProfileEdit } from '../contract.ts'
import { getOwnData, putProfile } from '../endpoints.ts'

/** Sends the full user merged with the changes, then reloads the current user. */
export function useSaveProfile({ additional_info_materials_products: _ids, ...user }: User) {
  return useSave((changes: ProfileEdit) => send(putProfile, { body: { ...user, ...changes } }), {
    success: () => ({
      title: 'Profile Updated',
      description: 'Your profile has been updated successfully.',
    }),
    failure: 'Failed to update profile',
    refresh: () =>
      Promise.all([refresh(putProfile), queryClient.refetchQueries({ queryKey: userKey })]),
  })
}

/** A session of the signed-in user; times are ISO UTC. */
interface OpenSession {
  id: string
  device: string
  created_at: string
  seen_at: string
  current: boolean
}

export const ownSessions = queryOptions({
  queryKey: ['/api/auth/sessions'],
  queryFn: ({ signal }) => call<OpenSession[]>('/api/auth/sessions', { signal }),
  refetchOnMount: 'always',
})

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => call(`/api/auth/sessions/${id}`, { method: 'DELETE' }),
    onError: (error) => errorToast(error, 'Failed to sign out'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
}

/** Downloads everything the portal keeps of the caller, indented for reading. */
export const useOwnData = () =>
  useDownload(() => sendRaw(getOwnData, {}), {
    fallbackName: 'my-data.json',
    type: 'application/json',
    contentOf: async (response) => JSON.stringify(await response.json(), null, 2),
    failure: 'Failed to export data',
  })
