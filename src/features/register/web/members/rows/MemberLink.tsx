import { Link } from 'wouter'
import type { Member } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'

/**
 * The name of a member in a table, which opens the details as View does; its address opens them in a new tab. It does
 * not read the current address: each key in the search would render all links again.
 */
export const MemberLink = ({ member, onAction }: { member: Member; onAction: OnMemberAction }) => (
  <Link
    href={`/admin/members?member=${member.id}`}
    title={memberDisplayName(member)}
    className="one-line rounded-sm font-medium -outline-offset-2 hover:underline"
    data-act="view"
    // Not called when a modifier key asks for a new tab or window.
    onClick={(event) => {
      event.preventDefault()
      onAction(member, 'view')
    }}
  >
    {memberDisplayName(member)}
  </Link>
)
