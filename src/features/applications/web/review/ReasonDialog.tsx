import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Application } from '../../answers.ts'
import { applicationDecision } from '../../contract.ts'
import { decide, decideApplicationOptions } from './calls.ts'
import type { Review } from './use-review.ts'

type DecisionWithReason = 'rejected' | 'changes'

const copyOf = {
  rejected: {
    title: 'Reject Application',
    label: 'Reason',
    hint: 'Emailed to the applicant. You can reopen the application later.',
    verb: 'Reject',
    consequence: 'will not become a member.',
  },
  changes: {
    title: 'Request Changes',
    label: 'What should be changed',
    hint: 'Emailed to the applicant with a private link to update the form.',
    verb: 'Request changes',
    consequence: 'will be asked to update the application.',
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
 */
export function ReasonDialog({
  application,
  decision,
  backCloses,
  review,
  onClose,
}: ReasonDialogProps) {
  const { id, updated_at, formData } = application
  const copy = copyOf[decision]
  const edit = useEditDialog({
    ...decideApplicationOptions,
    storageKey: `application-${decision}-draft ${id}`,
    record: application,
    valuesOf: () => ({ status: decision, reason: '' }),
    schema: applicationDecision,
    send: (values) => decide({ ...values, id, updated_at }),
    showsConflict: true,
    onSaved: review.onDecided,
  })
  const field = useFields(edit.form)
  return (
    <EditDialog
      edit={edit}
      size="sm"
      title={copy.title}
      submitLabel={copy.verb}
      submitVariant={decision === 'rejected' ? 'destructive' : 'primary'}
      closesOnBack={backCloses}
      onClose={onClose}
    >
      <p className="text-ink-soft wrap-anywhere">
        {formData.name} of {formData.companyName} {copy.consequence}
      </p>
      <TextAreaField
        label={copy.label}
        optional={decision === 'rejected'}
        hint={copy.hint}
        limit={1000}
        {...field('reason')}
      />
    </EditDialog>
  )
}
