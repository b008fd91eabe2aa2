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

/** The status, and after it that the email address is not confirmed and when the application is deleted. */
export function StatusCell({ application }: { application: Application }) {
  return (
    <span className="flex items-center gap-2 max-sm:flex-wrap">
      <StatusBadge status={application.status} />
      {isUnconfirmed(application) && <Note>{unconfirmedText(application)}</Note>}
    </span>
  )
}

/** The email address is not confirmed: the day on which the application is deleted, or that it is kept. */
function unconfirmedText(application: Application): string {
  const date = deletionDate(application)
  return `${emailLabels.unconfirmed}${date ? `, deleted on ${shortDate(date)}` : ', kept'}`
}

/** A remark after the value of a cell, cut off where there is no room. */
export const Note = ({ children }: { children: string }) => (
  <span title={children} className="text-ink-faint sm:one-line">
    {children}
  </span>
)
