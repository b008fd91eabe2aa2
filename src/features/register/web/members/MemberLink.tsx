import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Member } from '#features/members/answers.ts'
import type { OnMemberAction } from '#features/members/web/components/member-actions.ts'
import { useDialogHref } from '#platform/web/state/url-state.ts'

/** The name of a member in a list, which opens the details as View does; its address opens them in a new tab. */
export const MemberLink = ({
  member,
  title,
  className,
  onAction,
  children,
}: {
  member: Member
  title?: string
  className: string
  onAction: OnMemberAction
  children: ReactNode
}) => (
  <Link
    href={useDialogHref('member', member.id)}
    title={title}
    className={className}
    data-act="view"
    // Not called when a modifier key asks for a new tab or window.
    onClick={(event) => {
      event.preventDefault()
      onAction(member, 'view')
    }}
  >
    {children}
  </Link>
)

/** Of the link in a cell of a table. */
export const cellLinkClass = 'one-line rounded-sm font-medium -outline-offset-2 hover:underline'
