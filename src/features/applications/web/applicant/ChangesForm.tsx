import { useRef, useState } from 'react'
import { Sheet } from '#platform/web/layout/Sheet.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { shortDate } from '#shared/dates.ts'
import { type ApplicationData, type OwnApplication, paperKinds } from '../../contract.ts'
import { ApplicationForm } from '../apply/ApplicationForm.tsx'
import { type Draft, loadDraft, type StoredPapers, valuesFrom } from '../apply/draft.ts'
import { buildFormData, refetchApplication, sendChanges } from '../calls.ts'
import { ReviewerNote } from './ReviewerNote.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/**
 * The application as it was sent, to complete and send again, under what is asked for. `onMoved` is
 * told the new e-mail address when it has moved: this link has ended then.
 */
export function ChangesForm({
  token,
  application,
  onMoved,
}: {
  token: string
  application: OwnApplication
  onMoved: (email: string) => void
}) {
  const { type, updated_at, decision_reason, formData } = application
  const [draft] = useState(() => draftOf(application))
  const movedTo = useRef<string>(undefined)
  const sent = () => {
    toast({
      title: 'Application Submitted',
      description: 'Your application has been submitted for review.',
    })
    if (movedTo.current === undefined) void refetchApplication(token)
    else onMoved(movedTo.current)
  }
  return (
    <Sheet title="Please complete your application" view="changes">
      <div className="grid gap-3 px-5 pt-2 pb-6 sm:px-8">
        <p className="max-w-prose text-ink-soft">
          An administrator looked at your application on {shortDate(updated_at)} and asks for this:
        </p>
        <ReviewerNote words={decision_reason} />
        <p className="max-w-prose text-sm text-ink-soft">
          What you sent is filled in below. Change what is asked for and send it again; files you do
          not replace stay as they are.
        </p>
      </div>
      <ApplicationForm
        type={type}
        slot="changes"
        draft={draft}
        papers={papersOf(formData)}
        asksConsent={false}
        submitLabel="Send again"
        send={async (typed, uploads, present) => {
          const answer = await sendChanges(buildFormData(type, typed, uploads, present), token)
          movedTo.current = answer.new_link_to
        }}
        onSent={sent}
      />
      <div className="border-t border-line px-5 py-4 sm:px-8">
        <WithdrawDialog token={token} />
      </div>
    </Sheet>
  )
}

/** What was sent, or what has been changed in it on this device since it was asked for. */
function draftOf({ updated_at, formData }: OwnApplication): Draft {
  const key = `changes-${updated_at}`
  const kept = loadDraft('changes')
  const typed = kept?.key === key ? kept.typed : valuesFrom({ ...formData })
  // Who applied has agreed.
  return { key, typed: { ...typed, consent: true } }
}

function papersOf(data: ApplicationData): StoredPapers {
  const papers: StoredPapers = {}
  for (const kind of paperKinds) {
    const given = data[kind]
    if (given !== undefined) papers[kind] = Array.isArray(given) ? given : [given]
  }
  return papers
}
