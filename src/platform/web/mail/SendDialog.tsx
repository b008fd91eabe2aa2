import type { ReactNode } from 'react'
import { countOf } from '#shared/sentences.ts'
import { portal } from '../api/portal-info.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { FoldedList } from '../table/FoldedList.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { LoadFailed } from '../ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '../ui/loading/Skeleton.tsx'
import { LeftOut, type LeftOutGroup } from './LeftOut.tsx'
import { MailText } from './MailText.tsx'
import { MailWarning } from './MailWarning.tsx'

type ListItems = Parameters<typeof FoldedList>[0]['items']

/** Who would get an email and who not, and the email to the first of them. */
export interface SendPreview {
  count: number
  /** Above the recipients. */
  title: string
  people: ListItems
  leftOut: readonly LeftOutGroup[]
  /** Whether some are left out only because they had one recently. */
  hasRecent: boolean
  mail: { subject: string; text: string } | null
}

interface SendDialogProps {
  title: string
  /** Until the emails are sent. */
  description: string
  query: Parameters<typeof LoadFailed>[0]['query'] & { isPending: boolean; isError: boolean }
  /** Undefined while `query` has no data. */
  preview: SendPreview | undefined
  /** Above a preview that could not be loaded. */
  failure?: string
  /** Shown when `count` is 0. */
  noRecipients: string
  /** The checkbox that includes those who had an email recently. */
  recent: { label: string; isIncluded: boolean; onChange: (isIncluded: boolean) => void }
  /** 'Send 3 invitations'. */
  sendLabel: (count: number) => string
  isSending: boolean
  onSend: (count: number) => void
  /** Once they are sent: how many have left. */
  progress: ReactNode
  /** `isSent` is true after emails were sent. */
  onClose: (isSent: boolean) => void
}

/** Sends an email to selected members: who gets it and who not, the email, then the progress. */
export function SendDialog({ title, description, progress, onClose, ...rest }: SendDialogProps) {
  const { query, preview, failure, noRecipients, recent, sendLabel, isSending, onSend } = rest
  const isSent = progress !== undefined
  const count = preview?.count ?? 0
  const close = () => onClose(isSent)
  return (
    <Dialog
      open
      title={title}
      description={isSent ? undefined : description}
      size="lg"
      onClose={close}
      footer={
        isSent ? (
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
              pending={isSending}
              disabled={count === 0}
              onClick={() => onSend(count)}
            >
              {labelOf(count, sendLabel(count))}
            </Button>
          </>
        )
      }
    >
      {isSent ? (
        progress
      ) : query.isPending ? (
        <SkeletonRows rows={4} label="Loading the recipients" />
      ) : query.isError ? (
        <LoadFailed title={failure} query={query} />
      ) : (
        preview && <Preview preview={preview} noRecipients={noRecipients} recent={recent} />
      )}
    </Dialog>
  )
}

function Preview({
  preview: { count, title, people, leftOut, hasRecent, mail },
  noRecipients,
  recent: { label, isIncluded, onChange },
}: { preview: SendPreview } & Pick<SendDialogProps, 'noRecipients' | 'recent'>) {
  return (
    <div className="grid gap-5 text-sm">
      <MailWarning />
      {count === 0 ? (
        <Banner title={noRecipients} />
      ) : (
        <FoldedList title={title} items={people} count={count} open />
      )}
      {(hasRecent || isIncluded) && (
        <CheckboxField
          label={label}
          checked={isIncluded}
          onChange={({ target }) => onChange(target.checked)}
        />
      )}
      <LeftOut groups={leftOut} />
      {mail && <MailText mail={mail} />}
    </div>
  )
}

/** The button that mails `count` people; `label` says so while there is a mail server. */
function labelOf(count: number, label: string): string {
  if (count === 0) return portal.writes_mails_to_files ? 'Write to files' : 'Send'
  return portal.writes_mails_to_files
    ? `Write ${countOf(count, 'email', 'emails')} to files`
    : label
}
