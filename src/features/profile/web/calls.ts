import { queryOptions, useMutation } from '@tanstack/react-query'
import type { User } from '#features/members/contract.ts'
import { call, callRaw, errorMessage } from '#platform/web/api/call.ts'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { saveFile } from '#platform/web/uploads/save-file.ts'
import type { ProfileEdit } from '../contract.ts'

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

export function useOwnData() {
  return useMutation({
    mutationFn: async () => {
      const response = await callRaw('/api/profile/data')
      const name = response.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1]
      const json = JSON.stringify(await response.json(), null, 2)
      saveFile(name ?? 'my-data.json', json, 'application/json')
    },
    onError: (error) => showError(error, 'Failed to export data'),
  })
}
