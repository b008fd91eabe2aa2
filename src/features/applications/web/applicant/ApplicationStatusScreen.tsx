import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { useLinkToken } from '#platform/web/state/link-token.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import { shortDate } from '#shared/dates.ts'
import type { OwnApplication } from '../../answers.ts'
import { membershipTypeLabels, paperRetentionDays } from '../../rules.ts'
import { ChangesForm } from './ChangesForm.tsx'
import { ownApplication } from './calls.ts'
import { ReviewerNote } from './ReviewerNote.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** The target of the private link in mails to applicants (contract 2.12): status and next steps. */
export function ApplicationStatusScreen() {
  const token = useLinkToken('application-link')
  if (token === null) return <Loading />
  if (token === undefined) return <IncompleteLink />
  return <Status key={token} token={token} />
}

function Status({ token }: { token: string }) {
  const application = useQuery(ownApplication(token))
  const [newEmail, setNewEmail] = useState<string>()
  if (newEmail !== undefined) return <EmailChanged email={newEmail} />
  if (application.isPending) return <Loading />
  if (application.isError)
    return (
      <LoadError
        error={application.error}
        isRetrying={application.isFetching}
        onRetry={() => void application.refetch()}
      />
    )
  if (application.data.status === 'changes')
    return (
      <ChangesForm
        key={application.data.updated_at}
        token={token}
        application={application.data}
        onEmailChanged={setNewEmail}
      />
    )
  return <StatusCard token={token} application={application.data} />
}

/** The status of the application, with the next step. */
function StatusCard({ token, application }: { token: string; application: OwnApplication }) {
  const { type, status, created_at, formData } = application
  return (
    <CentredCard title={titles[status]} view={status}>
      <StatusText application={application} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-md border border-line bg-page px-4 py-3 text-sm">
        <Fact name="Company">{formData.companyName}</Fact>
        <Fact name="Applied as">{membershipTypeLabels[type]}</Fact>
        <Fact name="Applied on">{shortDate(created_at)}</Fact>
      </dl>
      <NextStep token={token} application={application} />
    </CentredCard>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

const titles: Record<OwnApplication['status'], string> = {
  pending: 'Your application is with us',
  changes: 'Please complete your application',
  approved: 'Your application is approved',
  rejected: 'Your application was not approved',
  withdrawn: 'Your application is withdrawn',
}

function StatusText({ application }: { application: OwnApplication }) {
  const { status, updated_at, decision_reason, formData } = application
  const day = shortDate(updated_at)
  switch (status) {
    case 'approved':
      return (
        <p className="text-ink-soft">
          Welcome to {portal.association_name}. Since {day} you are a member: sign in with{' '}
          <strong className="font-semibold wrap-anywhere">{formData.email}</strong>.
        </p>
      )
    case 'rejected':
      return (
        <>
          <p className="text-ink-soft">
            An administrator looked at it and declined it on {day}. Your papers are deleted{' '}
            {paperRetentionDays} days after that.
          </p>
          {decision_reason && <ReviewerNote text={decision_reason} />}
        </>
      )
    case 'withdrawn':
      return (
        <p className="text-ink-soft">
          You took it back on {day}. Your papers are deleted {paperRetentionDays} days after that.
          You are welcome to apply again.
        </p>
      )
    default:
      return (
        <p className="text-ink-soft">
          Thank you, {formData.name}. An administrator looks at it and writes to you at{' '}
          <strong className="font-semibold wrap-anywhere">{formData.email}</strong> as soon as there
          is a decision. There is nothing for you to do now.
        </p>
      )
  }
}

function NextStep({ token, application }: { token: string; application: OwnApplication }) {
  const { status, type } = application
  if (status === 'approved')
    return (
      <ButtonLink href="/login?as=member" variant="primary" size="lg">
        Sign in
      </ButtonLink>
    )
  if (status === 'pending') return <WithdrawDialog token={token} />
  return (
    <ButtonLink href={`/apply/${type}`} size="lg">
      Apply again
    </ButtonLink>
  )
}

/** Shown after the e-mail address has changed: this link has ended, a new one was mailed. */
function EmailChanged({ email }: { email: string }) {
  return (
    <CentredCard title="Please look into your new mailbox" view="moved">
      <p className="text-ink-soft">
        Your changes are with us. We have sent a new link to{' '}
        <strong className="font-semibold wrap-anywhere">{email}</strong>. Please go on with the link
        in that mail; the one you came with has ended.
      </p>
    </CentredCard>
  )
}

function Loading() {
  return (
    <CentredCard title="Your application" view="loading">
      <p role="status" aria-busy="true" className="flex items-center gap-3 text-ink-soft">
        <Spinner className="text-accent-text" />
        One moment, we are looking it up.
      </p>
    </CentredCard>
  )
}

function IncompleteLink() {
  return (
    <CentredCard title="This link is not complete" view="incomplete">
      <p className="text-ink-soft">
        Please open the link from your e-mail again, all of it from https to the last letter.
      </p>
      <OtherSteps />
    </CentredCard>
  )
}

function LoadError({
  error,
  isRetrying,
  onRetry,
}: {
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}) {
  const status = errorStatus(error)
  if (status === 400) return <IncompleteLink />
  const isUnknownLink = status === 404
  return (
    <CentredCard title={errorTitles[status ?? -1] ?? 'That did not work'} view={`failed-${status}`}>
      <p role="alert" className="text-ink-soft">
        {isUnknownLink
          ? 'It may have been cut short on its way, or a newer mail has a newer link. Please open the one in the newest mail from us.'
          : errorMessage(error, 'Something went wrong. Please try again.')}
      </p>
      {isUnknownLink ? (
        <OtherSteps />
      ) : (
        <Button variant="primary" size="lg" pending={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </CentredCard>
  )
}

const errorTitles: Record<number, string> = {
  0: 'No connection',
  404: 'We do not know this link',
  429: 'Too many attempts',
}

function OtherSteps() {
  return (
    <div className="grid gap-3">
      <ButtonLink href="/apply/oem" size="lg">
        Apply for membership
      </ButtonLink>
      <ButtonLink href="/login" variant="ghost" size="lg">
        Back to Login
      </ButtonLink>
    </div>
  )
}
