import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { shortDate } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Application } from '../../answers.ts'
import type { ApplicationStatus, EmailFilter } from '../../contract.ts'
import { deletionDate, isUnconfirmed, statusLabels } from '../../rules.ts'

export const typeLabels = {
  oem: 'OEM',
  vendor: 'Vendor',
} as const satisfies Record<MemberRole, string>

export const emailLabels = {
  unconfirmed: 'Email not confirmed',
  confirmed: 'Email confirmed',
} as const satisfies Record<EmailFilter, string>

export const TypeBadge = ({ type }: { type: MemberRole }) => <Badge>{typeLabels[type]}</Badge>

const tones: Record<ApplicationStatus, Tone> = {
  pending: 'warning',
  changes: 'accent',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

export const StatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <State tone={tones[status]}>{statusLabels[status]}</State>
)

/** The status, and below it that the email address is not confirmed and when the application is deleted. */
export function StatusCell({ application }: { application: Application }) {
  const date = deletionDate(application)
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge status={application.status} />
      {isUnconfirmed(application) && (
        <span className="text-xs text-ink-faint">
          {emailLabels.unconfirmed}
          {date ? `, deleted on ${shortDate(date)}` : ', kept'}
        </span>
      )}
    </span>
  )
}
