import { z } from 'zod'
import { recipientsMessage } from '#features/dues/notices/contract.ts'
import { chooseMembers, memberSelection } from '#features/members/contract.ts'

/** Whom to invite: selected members, the members of an import, or everybody who has never signed in. */
const audience = z.union(
  [
    memberSelection,
    z.strictObject({ import: z.string().max(64) }),
    z.strictObject({ never_signed_in: z.literal(true) }),
  ],
  chooseMembers,
)
export type Audience = z.input<typeof audience>

/** POST /api/admin/invitations/preview. */
export const invitationPreview = z.object({
  audience,
  /** Includes members who were invited in the last seven days, except today. */
  include_recent: z.boolean().default(false),
})

/** POST /api/admin/invitations; `count` is the number of recipients in the preview. */
export const invitationRequest = invitationPreview.extend({
  count: z.int(recipientsMessage).min(1, 'There is no one to invite'),
})
export type InvitationRequest = z.output<typeof invitationRequest>
