import type { AccountStatus } from '#features/members/dues-status.ts'
import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import { statusLabels } from '../contract.ts'

const tones: Record<AccountStatus, Tone> = {
  'not due': 'neutral',
  due: 'accent',
  grace: 'warning',
  lapsed: 'danger',
  paid: 'success',
}

export const StatusBadge = ({ status }: { status: AccountStatus }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
)
