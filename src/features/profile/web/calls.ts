import { queryOptions, useMutation } from '@tanstack/react-query'
import type { User } from '#features/members/answers.ts'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { sendRaw } from '#platform/web/api/client.ts'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { useDownload } from '#platform/web/uploads/download.ts'
import type { ProfileEdit } from '../contract.ts'
import { getOwnData } from '../endpoints.ts'

const showError = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** Sends the full user merged with the changes, then reloads the current user. */
export function useSaveProfile(user: User) {
  return useMutation({
    mutationFn: (changes: ProfileEdit) =>
      call<User>('/api/profile', { method: 'PUT', json: { ...user, ...changes } }),
    onSuccess: async () => {
      toast({
        title: 'Profile Updated',
        description: 'Your profile has been updated successfully.',
      })
      void queryClient.invalidateQueries({ queryKey: ['/api/members'] })
    },
    onError: (error) => showError(error, 'Failed to update profile'),
    onSettled: () => queryClient.refetchQueries({ queryKey: userKey }),
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
    onError: (error) => showError(error, 'Failed to sign out'),
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
