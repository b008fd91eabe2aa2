import type { ReactNode } from 'react'
import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'

interface MemberChangeListProps {
  members: readonly Member[]
  /** What changes for a member. */
  change: (member: Member) => ReactNode
  /** The changes that were refused, by member id. */
  failures: readonly { id: string; message: string }[]
}

/** Lists what an action on several members changes, and where it failed. */
export const MemberChangeList = ({ members, change, failures }: MemberChangeListProps) => (
  <ul className="grid gap-2 text-sm">
    {members.map((member) => (
      <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
          {memberDisplayName(member)}{' '}
          <span className="text-ink-faint">{member.membership_number}</span>
        </span>
        {change(member)}
        {failures
          .filter(({ id }) => id === member.id)
          .map(({ message }) => (
            <p key={message} role="alert" className="basis-full text-danger-text">
              {message}
            </p>
          ))}
      </li>
    ))}
  </ul>
)

/** Two badges with an arrow between them. */
export const BeforeAndAfter = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    {before}
    <span aria-hidden="true">→</span>
    <span className="sr-only">becomes</span>
    {after}
  </span>
)
