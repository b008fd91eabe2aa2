import type { Member } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'

/** Names the member of a row's button for screen readers. */
export const HiddenMemberName = ({ member }: { member: Member }) => (
  <span className="sr-only"> {memberDisplayName(member)}</span>
)
