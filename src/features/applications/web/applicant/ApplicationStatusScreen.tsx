import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useState } from 'react'
import { portal } from '#platform/web/api/portal-info.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { LinkFailed, LinkIncomplete, LinkLoading } from '#platform/web/layout/private-link.tsx'
import { useLinkToken } from '#platform/web/state/link-token.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
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
  if (token === undefined) return <LinkIncomplete steps={<OtherSteps />} />
  return <Status key={token} token={token} />
}

function Status({ token }: { token: string }) {
  const application = useQuery(ownApplication(token))
  const [newEmail, setNewEmail] = useState<string>()
  if (newEmail !== undefined) return <EmailChanged email={newEmail} />
  if (application.isPending) return <Loading />
  if (application.isError)
    return (
      <LinkFailed
        query={application}
        unknownLink="It may be incomplete, or replaced by a newer one. Please open the link in the newest email from us."
        steps={<OtherSteps />}
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
  const { number, type, status, created_at, formData } = application
  return (
    <CentredCard title={titles[status]} view={status}>
      <StatusText application={application} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-md border border-line bg-page px-4 py-3 text-sm">
        <Fact name="Number">{number}</Fact>
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
  pending: 'Application received',
  changes: 'Please update your application',
  approved: 'Application approved',
  rejected: 'Application not approved',
  withdrawn: 'Application withdrawn',
}

function StatusText({ application }: { application: OwnApplication }) {
  const { status, updated_at, decision_reason, formData } = application
  const day = shortDate(updated_at)
  switch (status) {
    case 'approved':
      return (
        <p key={status} className="text-ink-soft">
          Welcome to {portal.association_name}. You became a member on {day}. Sign in with{' '}
          <strong className="font-semibold wrap-anywhere">{formData.email}</strong>.
        </p>
      )
    case 'rejected':
      return (
        <>
          <p className="text-ink-soft">
            Your application was reviewed and declined on {day}. Your documents will be deleted{' '}
            {paperRetentionDays} days after that.
          </p>
          {decision_reason && <ReviewerNote text={decision_reason} />}
        </>
      )
    case 'withdrawn':
      return (
        <p key={status} className="text-ink-soft">
          You withdrew your application on {day}. Your documents will be deleted{' '}
          {paperRetentionDays} days after that. You are welcome to apply again.
        </p>
      )
    default:
      return (
        <p key={status} className="text-ink-soft">
          Thank you, {formData.name}. We are reviewing your application and will email our decision
          to <strong className="font-semibold wrap-anywhere">{formData.email}</strong>. You don't
          need to do anything now.
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
    <CentredCard title="Check your new inbox" view="moved">
      <p className="text-ink-soft">
        We've received your changes and sent a new link to{' '}
        <strong className="font-semibold wrap-anywhere">{email}</strong>. Please use the link in
        that email; the one you opened no longer works.
      </p>
    </CentredCard>
  )
}

const Loading = () => <LinkLoading title="Your application">Loading your application…</LinkLoading>

function OtherSteps() {
  return (
    <div className="grid gap-3">
      <ButtonLink href="/apply/oem" size="lg">
        Apply for membership
      </ButtonLink>
      <ButtonLink href="/login" variant="ghost" size="lg" icon={<ArrowLeft aria-hidden="true" />}>
        Back to Login
      </ButtonLink>
    </div>
  )
}
