import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { SendDialog, type SendPreview } from '#platform/web/mail/SendDialog.tsx'
import { SendingProgress } from '#platform/web/mail/SendingProgress.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { NoticePreview, Sending } from '../../../notices/answers.ts'
import { noticePreview, sendingDetails, useSendNotices } from '../../notices/calls.ts'
import { leftOutGroup, listItemsOf } from './notice-lists.ts'

interface NoticeDialogProps {
  /** The selected members. */
  ids: readonly string[]
  /** `isSent` is true after notices were sent. */
  onClose: (isSent: boolean) => void
  /**
   * Called with those who owe and have no email, to print their notices or send them by WhatsApp; closes the dialog.
   */
  onSelect: (ids: readonly string[]) => void
}

/** Emails dues notices. */
export function NoticeDialog({ ids, onClose, onSelect }: NoticeDialogProps) {
  // A copy, because the selection may change with the list while the dialog is open.
  const [members] = useState(ids)
  const [key] = useState(newIdempotencyKey)
  const [includesRecent, setIncludesRecent] = useState(false)
  const query = useQuery(noticePreview(members, includesRecent))
  const send = useSendNotices()
  return (
    <SendDialog
      title="Email dues notices"
      description="Check who gets one before you send them."
      query={query}
      preview={query.data && shown(query.data, onSelect)}
      failure="Couldn't load the recipients"
      noRecipients="There is no one to email"
      recent={{
        label: 'Also email those who had an email about dues in the last 7 days',
        isIncluded: includesRecent,
        onChange: setIncludesRecent,
      }}
      sendLabel={(count) => `Send ${countOf(count, 'notice', 'notices')}`}
      isSending={send.isPending}
      onSend={(count) =>
        send.mutate(
          {
            body: { selection: { ids: [...members] }, include_recent: includesRecent, count },
            idempotencyKey: `${key} ${includesRecent}`,
          },
          { onError: () => void query.refetch() },
        )
      }
      progress={send.data && <Progress started={send.data} />}
      onClose={onClose}
    />
  )
}

const shown = (
  { count, owed_paise, people, left_out, mail }: NoticePreview,
  onSelect: NoticeDialogProps['onSelect'],
): SendPreview => ({
  count,
  title: `${countOf(count, 'member gets', 'members get')} a notice, ${formatRupees(owed_paise)} in all`,
  people: listItemsOf(people),
  leftOut: left_out.map(({ ids, ...group }) => ({
    ...leftOutGroup(group),
    action: group.reason === 'no_email' && (
      <p className="pb-2">
        <Button size="sm" onClick={() => onSelect(ids)}>
          Select them
        </Button>
      </p>
    ),
  })),
  hasRecent: left_out.some(({ reason }) => reason === 'sent_recently'),
  mail,
})

function Progress({ started }: { started: Sending }) {
  const { data } = useQuery(sendingDetails(started.id))
  const progress = data ?? started
  const { total, sent, waiting } = progress
  return (
    <SendingProgress
      title={
        waiting > 0
          ? `Sending: ${formatCount(sent)} of ${countOf(total, 'notice', 'notices')} sent`
          : `${countOf(sent, 'notice', 'notices')} sent`
      }
      label="Notices sent"
      progress={progress}
    />
  )
}
