import type { Member } from '../../answers.ts'

/** Names the member of a row's button for screen readers. */
export const HiddenMemberName = ({ member }: { member: Member }) => (
  <span className="sr-only"> {member.name || member.company_name}</span>
)
