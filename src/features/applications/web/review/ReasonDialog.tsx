import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useDraft } from '#platform/web/form/draft.ts'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Application, applicationDecision } from '../../contract.ts'
import { useDecide } from './calls.ts'
import type { Review } from './use-review.ts'

type DecisionWithReason = 'rejected' | 'changes'

const copyOf = {
  rejected: {
    title: 'Reject Application',
    label: 'Reason',
    hint: 'Mailed to the applicant. An application can be reopened later.',
    verb: 'Reject',
    consequence: 'will not become a member.',
  },
  changes: {
    title: 'Ask for Changes',
    label: 'What should be changed',
    hint: 'Mailed to the applicant with a private link to complete the form.',
    verb: 'Ask for changes',
    consequence: 'is asked to complete the application.',
  },
} as const satisfies Record<DecisionWithReason, object>

interface ReasonDialogProps {
  application: Application
  decision: DecisionWithReason
  backCloses: boolean
  review: Review
  onClose: () => void
}

/**
 * Asks for the reason of a decision: optional for a rejection, required for a request of changes.
 * Closing keeps a draft.
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
  const copy = copyOf[decision]
  const draft = useDraft(`application-${decision}-draft ${id}`, { reason: '' })
  const [reason, setReason] = useState(draft.restored?.reason ?? '')
  const [error, setError] = useState<string>()
  const [conflict, setConflict] = useState<string>()
  const decide = useDecide(setConflict)

  function change(text: string) {
    setReason(text)
    draft.save({ reason: text })
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const input = { status: decision, reason, updated_at }
    const checked = applicationDecision.safeParse(input)
    setError(checked.error?.issues[0]?.message)
    setConflict(undefined)
    if (!checked.success) return
    try {
      const decided = await decide.mutateAsync({ id, ...input })
      draft.remove()
      review.onDecided(decided)
    } catch {
      // Reported by useDecide; the reason stays.
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={copy.title}
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
            {copy.verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-4">
        {conflict && <Banner tone="danger">{conflict}</Banner>}
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
          {formData.name} of {formData.companyName} {copy.consequence}
        </p>
        <TextAreaField
          label={copy.label}
          optional={decision === 'rejected'}
          hint={copy.hint}
          limit={1000}
          value={reason}
          error={error}
          onChange={({ target }) => change(target.value)}
        />
      </form>
    </Dialog>
  )
}
