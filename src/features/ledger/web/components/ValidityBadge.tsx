import type { Member } from '#features/members/answers.ts'
import type { Tone } from '#platform/web/ui/Badge.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { type Validity, validity } from '../../validity.ts'

const tones: Record<Validity, Tone> = { VALID: 'success', EXPIRED: 'danger', 'Not set': 'neutral' }

/** VALID, EXPIRED or Not set, as of now (contract 4.6). */
export function ValidityBadge({ member }: { member: Member }) {
  const status = validity(member.membership_valid_to, new Date())
  return <State tone={tones[status]}>{status}</State>
}
