import { send } from '#platform/web/api/client.ts'
import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Job } from '../answers.ts'
import { type JobEditForm, jobEdit } from '../contract.ts'
import { putJob } from '../endpoints.ts'
import { jobSaveOptions } from './calls.ts'
import { JobFields, postingValues } from './JobFields.tsx'

/** Edits a job as an administrator (contract 5.3); its status stays. */
export function EditJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const edit = useEditDialog({
    ...jobSaveOptions,
    storageKey: `job-edit-draft ${job.id}`,
    record: job,
    valuesOf: (one): JobEditForm => ({ ...postingValues(one), company_name: one.company_name }),
    schema: jobEdit,
    send: (body) => send(putJob, { id: job.id, body }),
    success: 'Job updated successfully',
    failure: 'Failed to update job',
    onSaved: onClose,
  })
  const field = useFields(edit.form, { autoComplete: 'off' })
  return (
    <EditDialog edit={edit} title="Edit Job" onClose={onClose}>
      <JobFields field={field} titleLabel="Title" descriptionLabel="Description">
        <TextField label="Company Name" {...field('company_name')} />
      </JobFields>
    </EditDialog>
  )
}
