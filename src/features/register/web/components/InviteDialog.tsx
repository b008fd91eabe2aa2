import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { MailText } from '#platform/web/mail/MailText.tsx'
import { MailWarning } from '#platform/web/mail/MailWarning.tsx'
import { SendingProgress } from '#platform/web/mail/SendingProgress.tsx'
import { sendLabel } from '#platform/web/mail/send-label.ts'
import { FoldedList } from '#platform/web/table/FoldedList.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { countOf, formatCount } from '#shared/sentences.ts'
import type {
  InvitationPreview,
  InvitationProgress,
  InvitedPerson,
} from '../../invitations/answers.ts'
import type { Audience } from '../../invitations/contract.ts'
import type { LeftOutReason } from '../../invitations/rules.ts'
import { invitationPreview, invitationProgress, useSendInvitations } from '../invitations/calls.ts'

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
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button
              variant="primary"
              pending={invite.isPending}
              disabled={count === 0}
              onClick={handleSend}
            >
              {sendLabel(count, `Send ${countOf(count, 'invitation', 'invitations')}`)}
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
      <MailWarning />
      {count === 0 ? (
        <Banner tone="neutral" title="There is no one to invite" />
      ) : (
        <FoldedList
          title={`${countOf(count, 'member gets', 'members get')} it`}
          entries={people.map(entryOf)}
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
            <FoldedList
              key={reason}
              title={reasonLabels[reason](formatCount(leftOutCount))}
              entries={named.map(entryOf)}
              count={leftOutCount}
            />
          ))}
        </section>
      )}
      {mail && <MailText mail={mail} />}
    </div>
  )
}

function Progress({ started }: { started: InvitationProgress }) {
  const query = useQuery({
    ...invitationProgress(started.id),
    enabled: started.total > 0,
  })
  const progress = query.data ?? started
  const { total, sent, waiting } = progress
  return (
    <SendingProgress
      title={
        waiting > 0
          ? `Sending: ${formatCount(sent)} of ${countOf(total, 'invitation', 'invitations')} sent`
          : `${countOf(sent, 'invitation', 'invitations')} sent`
      }
      label="Invitations sent"
      progress={progress}
    />
  )
}

const entryOf = ({ id, name, company_name, email }: InvitedPerson) => ({
  id,
  text: [name, company_name, email].filter(Boolean).join(' · '),
})
