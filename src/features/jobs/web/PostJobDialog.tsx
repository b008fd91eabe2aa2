import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#features/members/contract.ts'
import { errorStatus } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useAutosave, useDraft } from '#platform/web/form/draft.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { emptyPosting, type Job, type JobPosting, jobPosting } from '../contract.ts'
import { useEditPosting, usePostJob } from './calls.ts'
import { fieldProps, JobFields } from './JobFields.tsx'

/** Posts a job (contract 5.2). Closing keeps a draft. */
export function PostJobDialog({
  user,
  onClose,
  onPosted,
}: {
  user: User
  onClose: () => void
  onPosted: () => void
}) {
  const postJob = usePostJob()
  return (
    <PostingDialog
      storageKey="job-draft"
      initial={emptyPosting}
      title="Post New Job"
      description="An admin reviews the job before it shows on the board."
      submitLabel="Post Job"
      onClose={onClose}
      send={async (posting, key) => {
        await postJob.mutateAsync({ posting, company_name: user.company_name ?? '', key })
        onPosted()
      }}
    />
  )
}

/** Edits an own posting; a changed posting is reviewed again. */
export function EditPostingDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const editPosting = useEditPosting(job.id)
  const { title, description, location, location_type, employment_type, how_to_apply } = job
  const isOpen = job.status !== 'withdrawn' && job.status !== 'filled'
  return (
    <PostingDialog
      storageKey={`job-draft ${job.id}`}
      initial={{ title, description, location, location_type, employment_type, how_to_apply }}
      title="Edit Job"
      description={
        isOpen
          ? 'After a change the job is off the board until an admin has reviewed it again.'
          : 'The job stays closed until you renew it.'
      }
      submitLabel="Save Changes"
      onClose={onClose}
      send={async (posting) => {
        await editPosting.mutateAsync(posting)
        onClose()
      }}
    />
  )
}

interface PostingDialogProps {
  /** The storage key of the draft. */
  storageKey: string
  initial: JobPosting
  title: string
  description: string
  submitLabel: string
  onClose: () => void
  send: (posting: JobPosting, key: string) => Promise<void>
}

function PostingDialog({
  storageKey,
  initial,
  title,
  description,
  submitLabel,
  onClose,
  send,
}: PostingDialogProps) {
  const id = useId()
  const draft = useDraft(storageKey, initial)
  const form = useForm<JobPosting, unknown, JobPosting>({
    resolver: zodResolver(jobPosting),
    defaultValues: { ...initial, ...draft.restored },
  })
  const { isDirty, isSubmitting } = form.formState
  useAutosave(form, draft.save)

  const handleSubmit = form.handleSubmit(async (posting) => {
    try {
      await send(posting, draft.idempotencyKey)
      draft.remove()
    } catch (error) {
      // Another form was posted with this key: submitting again must create a job of its own.
      if (errorStatus(error) === 409) draft.renewIdempotencyKey()
    }
  })

  function startOver() {
    draft.discard()
    form.reset(initial)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size="lg"
      dirty={isDirty || draft.restored !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate className="grid gap-5">
        {draft.restored && <DraftBanner disabled={isSubmitting} onDiscard={startOver} />}
        <JobFields
          field={fieldProps(form)}
          titleLabel="Job Title"
          descriptionLabel="Job Description"
        />
      </form>
    </Dialog>
  )
}
