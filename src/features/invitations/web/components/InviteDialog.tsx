import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { InvitationPreview, InvitationProgress, InvitedPerson } from '../../answers.ts'
import type { Audience } from '../../contract.ts'
import type { LeftOutReason } from '../../rules.ts'
import { invitationPreview, invitationProgress, useSendInvitations } from '../calls.ts'

interface InviteDialogProps {
  audience: Audience
  /** `isSent` is true after invitations were sent. */
  onClose: (isSent: boolean) => void
}

/** Send sign-in invitation: who gets it and who not, the mail, then the progress of sending. */
export function InviteDialog({ audience, onClose }: InviteDialogProps) {
  // The audience at opening: the list behind the dialog may change.
  const [initialAudience] = useState(audience)
  const [includesRecent, setIncludesRecent] = useState(false)
  const preview = useQuery(invitationPreview(initialAudience, includesRecent))
  const invite = useSendInvitations()
  const count = preview.data?.count ?? 0
  const close = () => onClose(invite.isSuccess)
  const handleSend = () =>
    invite.mutate(
      { body: { audience: initialAudience, include_recent: includesRecent, count } },
      { onError: () => void preview.refetch() },
    )

  return (
    <Dialog
      open
      title="Send sign-in invitation"
      description={invite.isSuccess ? undefined : 'Check who gets it before you send it.'}
      size="lg"
      onClose={close}
      footer={
        invite.isSuccess ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              pending={invite.isPending}
              disabled={count === 0}
              onClick={handleSend}
            >
              {count === 0 ? 'Send' : `Send ${countOf(count, 'invitation', 'invitations')}`}
            </Button>
          </>
        )
      }
    >
      {invite.isSuccess ? (
        <Progress started={invite.data} />
      ) : preview.isPending ? (
        <SkeletonRows rows={4} label="Loading the recipients" />
      ) : preview.isError ? (
        <LoadFailed query={preview} />
      ) : (
        <Preview
          preview={preview.data}
          includesRecent={includesRecent}
          onIncludeRecent={setIncludesRecent}
        />
      )}
    </Dialog>
  )
}

const reasonLabels: Record<LeftOutReason, (count: string) => string> = {
  no_email: (count) => `${count} without an email`,
  inactive: (count) => `${count} inactive`,
  not_a_member: (count) => `${count} not a member`,
  signed_in: (count) => `${count} signed in before`,
  invited_today: (count) => `${count} invited in the last 24 hours`,
  invited_recently: (count) => `${count} invited in the last 7 days`,
}

interface PreviewProps {
  preview: InvitationPreview
  includesRecent: boolean
  onIncludeRecent: (included: boolean) => void
}

function Preview({ preview, includesRecent, onIncludeRecent }: PreviewProps) {
  const { count, people, left_out: leftOut, mail } = preview
  const hasRecent = leftOut.some(({ reason }) => reason === 'invited_recently')
  return (
    <div className="grid gap-5 text-sm">
      {count === 0 ? (
        <Banner tone="neutral" title="There is no one to invite" />
      ) : (
        <People
          title={`${countOf(count, 'member gets', 'members get')} it`}
          people={people}
          count={count}
          open
        />
      )}
      {(hasRecent || includesRecent) && (
        <CheckboxField
          label="Also invite those who were invited in the last 7 days"
          checked={includesRecent}
          onChange={({ target }) => onIncludeRecent(target.checked)}
        />
      )}
      {leftOut.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-semibold">Left out</h3>
          {leftOut.map(({ reason, count: leftOutCount, people: named }) => (
            <People
              key={reason}
              title={reasonLabels[reason](formatCount(leftOutCount))}
              people={named}
              count={leftOutCount}
            />
          ))}
        </section>
      )}
      {mail && (
        <section className="grid gap-2">
          <h3 className="font-semibold">The email</h3>
          <div className="grid gap-2 rounded-md border border-line bg-page p-4 wrap-anywhere">
            <p className="font-semibold">{mail.subject}</p>
            <p className="whitespace-pre-line">{mail.text}</p>
          </div>
        </section>
      )}
    </div>
  )
}

/** A group of people that unfolds. */
function People({
  title,
  people,
  count,
  open = false,
}: {
  title: string
  people: readonly InvitedPerson[]
  count: number
  open?: boolean
}) {
  const more = count - people.length
  return (
    <details open={open}>
      <summary className="min-h-9 cursor-pointer content-center font-medium pointer-coarse:min-h-11">
        {title}
      </summary>
      <ul className="grid gap-x-4 gap-y-1 pb-2 pl-4 text-ink-soft wrap-anywhere sm:grid-cols-2">
        {people.map(({ id, name, company_name, email }) => (
          <li key={id}>{[name, company_name, email].filter(Boolean).join(' · ')}</li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </details>
  )
}

function Progress({ started }: { started: InvitationProgress }) {
  const query = useQuery({
    ...invitationProgress(started.id),
    enabled: started.total > 0,
  })
  const { total, sent, failed, waiting } = query.data ?? started
  return (
    <div className="grid gap-4 text-sm" role="status">
      <Banner
        tone="success"
        title={
          waiting > 0
            ? `Sending: ${formatCount(sent)} of ${countOf(total, 'invitation', 'invitations')} sent`
            : `${countOf(sent, 'invitation', 'invitations')} sent`
        }
      >
        {waiting > 0 && 'You can close this window. Sending continues.'}
      </Banner>
      {total > 0 && (
        <progress
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
          aria-label="Invitations sent"
          max={total}
          value={sent + failed}
        />
      )}
      {failed > 0 && (
        <Banner
          tone="danger"
          title={`${countOf(failed, 'email', 'emails')} could not be delivered`}
        >
          See which ones under Settings, Notifications.
        </Banner>
      )}
    </div>
  )
}
