import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { MailText } from '#platform/web/mail/MailText.tsx'
import { MailWarning } from '#platform/web/mail/MailWarning.tsx'
import { SendingProgress } from '#platform/web/mail/SendingProgress.tsx'
import { sendLabel } from '#platform/web/mail/send-label.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { NoticePreview, Sending } from '../../notices/answers.ts'
import { noticePreview, sendingDetails, useSendNotices } from '../notices/calls.ts'
import { LeftOut, People } from './People.tsx'

interface NoticeDialogProps {
  /** The selected members. */
  ids: readonly string[]
  /** `isSent` is true after notices were sent. */
  onClose: (isSent: boolean) => void
  /** Called with those who owe and have no email, to print their notices or send them by WhatsApp; closes the dialog. */
  onSelect: (ids: readonly string[]) => void
}

/** Emails dues notices: who gets one and who not, the email, then the progress of sending. */
export function NoticeDialog({ ids, onClose, onSelect }: NoticeDialogProps) {
  // The members at opening: the list behind the dialog may change.
  const [members] = useState(ids)
  const [key] = useState(newIdempotencyKey)
  const [includesRecent, setIncludesRecent] = useState(false)
  const preview = useQuery(noticePreview(members, includesRecent))
  const send = useSendNotices()
  const count = preview.data?.count ?? 0
  const close = () => onClose(send.isSuccess)
  const handleSend = () =>
    send.mutate(
      {
        body: { selection: { ids: [...members] }, include_recent: includesRecent, count },
        idempotencyKey: `${key} ${includesRecent}`,
      },
      { onError: () => void preview.refetch() },
    )
  return (
    <Dialog
      open
      title="Email dues notices"
      description={send.isSuccess ? undefined : 'Check who gets one before you send them.'}
      size="lg"
      onClose={close}
      footer={
        send.isSuccess ? (
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
              pending={send.isPending}
              disabled={count === 0}
              onClick={handleSend}
            >
              {sendLabel(count, `Send ${countOf(count, 'notice', 'notices')}`)}
            </Button>
          </>
        )
      }
    >
      {send.isSuccess ? (
        <Progress started={send.data} />
      ) : preview.isPending ? (
        <SkeletonRows rows={4} label="Loading the recipients" />
      ) : preview.isError ? (
        <LoadFailed title="Couldn't load the recipients" query={preview} />
      ) : (
        <Preview
          preview={preview.data}
          includesRecent={includesRecent}
          onIncludeRecent={setIncludesRecent}
          onSelect={onSelect}
        />
      )}
    </Dialog>
  )
}

function Preview({
  preview: { count, owed_paise, people, left_out, mail },
  includesRecent,
  onIncludeRecent,
  onSelect,
}: {
  preview: NoticePreview
  includesRecent: boolean
  onIncludeRecent: (included: boolean) => void
  onSelect: NoticeDialogProps['onSelect']
}) {
  const withoutEmail = left_out.find(({ reason }) => reason === 'no_email')?.ids ?? []
  const hasRecent = left_out.some(({ reason }) => reason === 'sent_recently')
  return (
    <div className="grid gap-5 text-sm">
      <MailWarning />
      {count === 0 ? (
        <Banner title="There is no one to email" />
      ) : (
        <People
          title={`${countOf(count, 'member gets', 'members get')} a notice, ${formatRupees(owed_paise)} in all`}
          people={people}
          count={count}
          open
        />
      )}
      {(hasRecent || includesRecent) && (
        <CheckboxField
          label="Also email those who had an email about dues in the last 7 days"
          checked={includesRecent}
          onChange={({ target }) => onIncludeRecent(target.checked)}
        />
      )}
      <LeftOut
        groups={left_out}
        action={
          <p className="pb-2">
            <Button size="sm" onClick={() => onSelect(withoutEmail)}>
              Select them
            </Button>
          </p>
        }
      />
      {mail && <MailText mail={mail} />}
    </div>
  )
}

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
