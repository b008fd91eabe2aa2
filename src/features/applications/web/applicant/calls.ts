import { errorStatus } from '#platform/web/api/call.ts'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import * as endpoints from '../../endpoints.ts'

export const ownApplication = (token: string) =>
  queryOf(endpoints.postOwnApplication, { body: { token } })

/** Sends the requested changes. When the application or its link has changed, it is loaded again. */
export async function sendChanges(form: FormData, token: string) {
  form.append('token', token)
  try {
    return await send(endpoints.postChanges, { form })
  } catch (error) {
    if (errorStatus(error) === 409 || errorStatus(error) === 404)
      void refresh(endpoints.postChanges)
    throw error
  }
}

export const refetchApplication = () => refresh(endpoints.postChanges)

export const useWithdraw = (token: string) =>
  useSave(endpoints.postWithdrawal, {
    success: 'Your application has been withdrawn.',
    failure: 'Failed to withdraw application',
    onSuccess: (application) =>
      queryClient.setQueryData(ownApplication(token).queryKey, application),
  })
