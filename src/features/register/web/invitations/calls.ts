import { queryOptions } from '@tanstack/react-query'
import { queryOf, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { refetchUntilSent } from '#platform/web/mail/refetch-until-sent.ts'
import type { Audience } from '../../invitations/contract.ts'
import * as endpoints from '../../invitations/endpoints.ts'

/** The preview, read again each time the dialog opens. */
export const invitationPreview = (audience: Audience, includesRecent: boolean) =>
  queryOptions({
    queryKey: [endpoints.postInvitationPreview.path, audience, includesRecent],
    queryFn: ({ signal }) =>
      send(
        endpoints.postInvitationPreview,
        { body: { audience, include_recent: includesRecent } },
        { signal },
      ),
    gcTime: 0,
  })

/** How far the mails are. */
export const invitationProgress = (id: string) => ({
  ...queryOf(endpoints.getInvitation, { id }),
  refetchInterval: refetchUntilSent,
})

export const useSendInvitations = () =>
  useSave(endpoints.postInvitations, { failure: 'Failed to send the invitations' })
