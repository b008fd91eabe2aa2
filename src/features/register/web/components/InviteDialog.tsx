import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SendDialog, type SendPreview } from '#platform/web/mail/SendDialog.tsx'
import { SendingProgress } from '#platform/web/mail/SendingProgress.tsx'
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

/** Send sign-in invitation. */
export function InviteDialog({ audience, onClose }: InviteDialogProps) {
  // The audience at opening: the list behind the dialog may change.
  const [initialAudience] = useState(audience)
  const [includesRecent, setIncludesRecent] = useState(false)
  const query = useQuery(invitationPreview(initialAudience, includesRecent))
  const invite = useSendInvitations()
  return (
    <SendDialog
      title="Send sign-in invitation"
      description="Check who gets it before you send it."
      query={query}
      preview={query.data && shown(query.data)}
      noRecipients="There is no one to invite"
      recent={{
        label: 'Also invite those who were invited in the last 7 days',
        isIncluded: includesRecent,
        onChange: setIncludesRecent,
      }}
      sendLabel={(count) => `Send ${countOf(count, 'invitation', 'invitations')}`}
      isSending={invite.isPending}
      onSend={(count) =>
        invite.mutate(
          { body: { audience: initialAudience, include_recent: includesRecent, count } },
          { onError: () => void query.refetch() },
        )
      }
      progress={invite.data && <Progress started={invite.data} />}
      onClose={onClose}
    />
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

const shown = ({ count, people, left_out, mail }: InvitationPreview): SendPreview => ({
  count,
  title: `${countOf(count, 'member gets', 'members get')} it`,
  people: people.map(entryOf),
  leftOut: left_out.map((group) => ({
    title: reasonLabels[group.reason](formatCount(group.count)),
    people: group.people.map(entryOf),
    count: group.count,
  })),
  hasRecent: left_out.some(({ reason }) => reason === 'invited_recently'),
  mail,
})

const entryOf = ({ id, name, company_name, email }: InvitedPerson) => ({
  id,
  text: [name, company_name, email].filter(Boolean).join(' · '),
})

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
