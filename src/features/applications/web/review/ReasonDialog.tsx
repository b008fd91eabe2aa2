import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useDraft } from '#platform/web/form/draft.ts'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Application, applicationDecision } from '../../contract.ts'
import type { Review } from './ApplicationTable.tsx'
import { useDecide } from './calls.ts'

type WordedDecision = 'rejected' | 'changes'

const kinds = {
  rejected: {
    title: 'Reject Application',
    label: 'Reason',
    hint: 'Mailed to the applicant. An application can be reopened later.',
    verb: 'Reject',
    what: 'will not become a member.',
  },
  changes: {
    title: 'Ask for Changes',
    label: 'What should be changed',
    hint: 'Mailed to the applicant with a private link to complete the form.',
    verb: 'Ask for changes',
    what: 'is asked to complete the application.',
  },
} as const satisfies Record<WordedDecision, object>

interface ReasonDialogProps {
  application: Application
  decision: WordedDecision
  backCloses: boolean
  review: Review
  onClose: () => void
}

/**
 * A decision with words for the applicant: a rejection may have them, asking for changes must. What
 * was typed is kept until it is sent, however the dialog is closed.
 */
export function ReasonDialog({
  application,
  decision,
  backCloses,
  review,
  onClose,
}: ReasonDialogProps) {
  const formId = useId()
  const { id, updated_at, formData } = application
  const kind = kinds[decision]
  const draft = useDraft(`application-${decision}-draft ${id}`, { reason: '' })
  const [reason, setReason] = useState(draft.restored?.reason ?? '')
  const [problem, setProblem] = useState<string>()
  const [clash, setClash] = useState<string>()
  const decide = useDecide(setClash)

  function change(words: string) {
    setReason(words)
    draft.save({ reason: words })
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const sent = { status: decision, reason, updated_at }
    const checked = applicationDecision.safeParse(sent)
    setProblem(checked.error?.issues[0]?.message)
    setClash(undefined)
    if (!checked.success) return
    try {
      const decided = await decide.mutateAsync({ id, ...sent })
      draft.remove()
      review.done(decided)
    } catch {
      // Told already; the words stay.
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={kind.title}
      onClose={onClose}
      dirty={reason !== ''}
      closesOnBack={backCloses}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={decision === 'rejected' ? 'destructive' : 'primary'}
            pending={decide.isPending}
          >
            {kind.verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-4">
        {clash && <Banner tone="danger">{clash}</Banner>}
        {draft.restored && (
          <DraftBanner
            disabled={decide.isPending}
            onDiscard={() => {
              draft.discard()
              setReason('')
            }}
          />
        )}
        <p className="text-ink-soft wrap-anywhere">
          {formData.name} of {formData.companyName} {kind.what}
        </p>
        <TextAreaField
          label={kind.label}
          optional={decision === 'rejected'}
          hint={kind.hint}
          limit={1000}
          value={reason}
          error={problem}
          onChange={({ target }) => change(target.value)}
        />
      </form>
    </Dialog>
  )
}
