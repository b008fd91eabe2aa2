import { useRef, useState } from 'react'
import { FormPage } from '#platform/web/layout/FormPage.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { shortDate } from '#shared/dates.ts'
import type { OwnApplication } from '../../answers.ts'
import { papersOf } from '../../rules.ts'
import { ApplicationForm } from '../apply/ApplicationForm.tsx'
import { type Draft, loadDraft } from '../apply/draft.ts'
import { valuesFrom } from '../apply/fields.ts'
import { buildFormData } from '../apply/form-data.ts'
import { refetchApplication, sendChanges } from './calls.ts'
import { ReviewerNote } from './ReviewerNote.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/**
 * The submitted application as a form, with the administrator's request. `onEmailChanged` is
 * called with a new e-mail address, which makes this link invalid.
 */
export function ChangesForm({
  token,
  application,
  onEmailChanged,
}: {
  token: string
  application: OwnApplication
  onEmailChanged: (email: string) => void
}) {
  const { type, updated_at, decision_reason, formData } = application
  const [draft] = useState(() => initialDraft(application))
  const newEmail = useRef<string>(undefined)
  const handleSent = () => {
    toast({
      title: 'Application Submitted',
      description: 'Your application has been submitted for review.',
    })
    if (newEmail.current === undefined) void refetchApplication()
    else onEmailChanged(newEmail.current)
  }
  return (
    <FormPage
      title="Please update your application"
      view="changes"
      hasParts
      intro={
        <>
          <p className="max-w-prose text-ink-soft">
            An administrator reviewed your application on {shortDate(updated_at)} and asked for
            these changes:
          </p>
          <ReviewerNote text={decision_reason} />
          <p className="max-w-prose text-sm text-ink-soft">
            Your earlier answers are filled in below. Make the changes and resubmit; files you don't
            replace are kept.
          </p>
        </>
      }
    >
      <ApplicationForm
        type={type}
        slot="changes"
        draft={draft}
        papers={papersOf(formData)}
        asksConsent={false}
        submitLabel="Resubmit"
        send={async (values, uploads, storedPapers) => {
          const answer = await sendChanges(
            buildFormData(type, values, uploads, storedPapers),
            token,
          )
          newEmail.current = answer.new_link_to
        }}
        onSent={handleSent}
      />
      <div className="border-t border-line px-(--gutter) py-4">
        <WithdrawDialog token={token} />
      </div>
    </FormPage>
  )
}

/** The draft of these changes from this device, otherwise the submitted values. */
function initialDraft({ updated_at, formData }: OwnApplication): Draft {
  const key = `changes-${updated_at}`
  const stored = loadDraft('changes')
  const values = stored?.key === key ? stored.values : valuesFrom({ ...formData })
  // The consent was given with the application.
  return { key, values: { ...values, consent: true } }
}
