import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { shortDate } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Application } from '../../answers.ts'
import type { ApplicationStatus, EmailFilter } from '../../contract.ts'
import { deletionDate, isUnconfirmed, statusLabels } from '../../rules.ts'

export const applicantLabels = {
  oem: 'OEM',
  vendor: 'Vendor',
} as const satisfies Record<MemberRole, string>

export const confirmationLabels = {
  unconfirmed: 'Email not confirmed',
  confirmed: 'Email confirmed',
} as const satisfies Record<EmailFilter, string>

export const TypeBadge = ({ type }: { type: MemberRole }) => <Badge>{applicantLabels[type]}</Badge>

const tones: Record<ApplicationStatus, Tone> = {
  pending: 'warning',
  changes: 'info',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

export const ApplicationStatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <State tone={tones[status]}>{statusLabels[status]}</State>
)

/**
 * The status, and after it that the email address is not confirmed and when the application is deleted. On a phone it
 * is at the right of the name, with one note below it. The details have the day, for which only a wide screen has room.
 */
export function StatusCell({ application }: { application: Application }) {
  const date = deletionDate(application)
  return (
    <span className="grid justify-items-end sm:line-of-parts">
      <ApplicationStatusBadge status={application.status} />
      {isUnconfirmed(application) && (
        <>
          <Note>{confirmationLabels.unconfirmed}</Note>
          <span className="max-2xl:sr-only">
            <Note>{date ? `Deleted on ${shortDate(date)}` : 'Kept'}</Note>
          </span>
        </>
      )}
    </span>
  )
}

/** A remark after the value of a cell, in a line of parts. */
export const Note = ({ children }: { children: string }) => (
  <span title={children} className="text-ink-faint sm:whitespace-nowrap">
    {children}
  </span>
)
