import { State } from '#platform/web/ui/State.tsx'
import type { Member } from '../../answers.ts'

/** APPROVED for active and INACTIVE for inactive members (contract 4.4). */
export const StatusBadge = ({ member }: { member: Member }) => (
  <State tone={member.is_active ? 'neutral' : 'warning'}>
    {member.is_active ? 'APPROVED' : 'INACTIVE'}
  </State>
)
