import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import type { MemberRole } from '#shared/roles.ts'
import type { ApplicationStatus } from '../../contract.ts'
import { statusLabels } from '../../rules.ts'

export const typeLabels = {
  oem: 'OEM',
  vendor: 'Vendor',
} as const satisfies Record<MemberRole, string>

export const TypeBadge = ({ type }: { type: MemberRole }) => <Badge>{typeLabels[type]}</Badge>

const tones: Record<ApplicationStatus, Tone> = {
  pending: 'warning',
  changes: 'accent',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

export const StatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
)
