import { send } from '#platform/web/api/client.ts'
import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Job } from '../answers.ts'
import { jobDecision } from '../contract.ts'
import { putJobStatus } from '../endpoints.ts'
import { decideJobOptions } from './calls.ts'

/** Asks for the optional reason of a rejection, which is mailed to the poster. Closing keeps a draft. */
export function RejectJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { id, updated_at } = job
  const edit = useEditDialog({
    ...decideJobOptions,
    storageKey: `job-reject-draft ${id}`,
    record: job,
    valuesOf: () => ({ reason: '' }),
    schema: jobDecision.pick({ reason: true }),
    send: ({ reason }) =>
      send(putJobStatus, { id, body: { status: 'rejected', reason, updated_at } }),
    onSaved: onClose,
  })
  const field = useFields(edit.form)
  return (
    <EditDialog
      edit={edit}
      title="Reject Job"
      size="sm"
      submitLabel="Reject"
      submitVariant="destructive"
      onClose={onClose}
    >
      <p className="text-ink-soft wrap-anywhere">
        “{job.title}” of {job.company_name || 'the poster'} will not appear on the board.
      </p>
      <TextAreaField
        label="Reason"
        optional
        hint="The poster is emailed and can edit and resubmit."
        {...field('reason')}
      />
    </EditDialog>
  )
}
