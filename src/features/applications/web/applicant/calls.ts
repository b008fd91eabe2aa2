import { queryOptions } from '@tanstack/react-query'
import { call, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { OwnApplication, SubmittedChanges } from '../../contract.ts'

/** The application behind a private link. */
export const ownApplication = (token: string) =>
  queryOptions({
    queryKey: ['/api/applications/mine', token],
    queryFn: ({ signal }) =>
      call<OwnApplication>('/api/applications/mine', { method: 'POST', json: { token }, signal }),
  })

/** Sends the requested changes. When the application or its link has changed, it is loaded again. */
export async function sendChanges(form: FormData, token: string): Promise<SubmittedChanges> {
  form.append('token', token)
  try {
    return await call<SubmittedChanges>('/api/applications/mine/changes', { method: 'POST', form })
  } catch (error) {
    if (errorStatus(error) === 409 || errorStatus(error) === 404) void refetchApplication(token)
    throw error
  }
}

export const refetchApplication = (token: string) =>
  queryClient.invalidateQueries(ownApplication(token))

export const useWithdraw = (token: string) =>
  useSave(
    () =>
      call<OwnApplication>('/api/applications/mine/withdraw', { method: 'POST', json: { token } }),
    {
      success: 'Your application has been withdrawn.',
      failure: 'Failed to withdraw application',
      onSuccess: (application) =>
        queryClient.setQueryData(ownApplication(token).queryKey, application),
    },
  )
