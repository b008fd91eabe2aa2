import type { User } from '#features/members/answers.ts'
import { send } from '#platform/web/api/client.ts'
import { EditDialog } from '#platform/web/form/EditDialog.tsx'
import { type Edit, useEditDialog } from '#platform/web/form/use-edit-dialog.ts'
import { useFields } from '#platform/web/form/use-fields.ts'
import type { Job } from '../answers.ts'
import { type JobPosting, type JobPostingForm, jobPosting } from '../contract.ts'
import { postPosting, putPosting } from '../endpoints.ts'
import { jobPosted, jobSaveOptions, postingEdited } from './calls.ts'
import { blankPosting, JobFields, postingValues } from './JobFields.tsx'

/** Posts a job (contract 5.2). */
export function PostJobDialog({
  user,
  onClose,
  onPosted,
}: {
  user: User
  onClose: () => void
  onPosted: () => void
}) {
  const edit = useEditDialog({
    ...jobSaveOptions,
    storageKey: 'job-draft',
    record: blankPosting,
    valuesOf: (blank) => blank,
    schema: jobPosting,
    send: (posting, _base, idempotencyKey) => {
      const body = { ...posting, company_name: user.company_name ?? '' }
      return send(postPosting, { body, idempotencyKey })
    },
    success: () => jobPosted,
    failure: 'Failed to post job',
    onSaved: onPosted,
  })
  return (
    <PostingDialog
      edit={edit}
      title="Post New Job"
      description="An administrator reviews the job before it appears on the board."
      submitLabel="Post Job"
      onClose={onClose}
    />
  )
}

/** Edits a posting of one's own; a changed posting is reviewed again. */
export function EditPostingDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const edit = useEditDialog({
    ...jobSaveOptions,
    storageKey: `job-draft ${job.id}`,
    record: job,
    valuesOf: postingValues,
    schema: jobPosting,
    send: (body: JobPosting) => send(putPosting, { id: job.id, body }),
    success: postingEdited,
    failure: 'Failed to update job',
    onSaved: onClose,
  })
  const isOpen = job.status !== 'withdrawn' && job.status !== 'filled'
  return (
    <PostingDialog
      edit={edit}
      title="Edit Job"
      description={
        isOpen
          ? 'Edited jobs are hidden until reviewed again.'
          : 'The job stays closed until you renew it.'
      }
      submitLabel="Save Changes"
      onClose={onClose}
    />
  )
}

interface PostingDialogProps {
  edit: Edit<Job | JobPostingForm, JobPostingForm, JobPosting, Job>
  title: string
  description: string
  submitLabel: string
  onClose: () => void
}

function PostingDialog(props: PostingDialogProps) {
  const field = useFields(props.edit.form, { autoComplete: 'off' })
  return (
    <EditDialog {...props}>
      <JobFields field={field} titleLabel="Job Title" descriptionLabel="Job Description" />
    </EditDialog>
  )
}
