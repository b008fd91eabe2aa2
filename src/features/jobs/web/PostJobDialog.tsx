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

/** Posting a job (contract 2). However it is closed, what was typed is kept. */
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
      note="job-draft"
      blank={emptyPosting}
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

/** Changing a posting of one's own; new words are reviewed again. */
export function EditPostingDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const editPosting = useEditPosting(job.id)
  const { title, description, location, location_type, employment_type, how_to_apply } = job
  const isOpen = job.status !== 'withdrawn' && job.status !== 'filled'
  return (
    <PostingDialog
      note={`job-draft ${job.id}`}
      blank={{ title, description, location, location_type, employment_type, how_to_apply }}
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
  /** The name the draft is kept under. */
  note: string
  blank: JobPosting
  title: string
  description: string
  submitLabel: string
  onClose: () => void
  send: (posting: JobPosting, key: string) => Promise<void>
}

function PostingDialog({ note, blank, onClose, send, ...words }: PostingDialogProps) {
  const id = useId()
  const draft = useDraft(note, blank)
  const form = useForm<JobPosting, unknown, JobPosting>({
    resolver: zodResolver(jobPosting),
    defaultValues: { ...blank, ...draft.restored },
  })
  const { isDirty, isSubmitting } = form.formState
  useAutosave(form, draft.save)

  const handleSubmit = form.handleSubmit(async (posting) => {
    try {
      await send(posting, draft.idempotencyKey)
      draft.remove()
    } catch (error) {
      // Already posted under this key: whoever presses again means a job of its own.
      if (errorStatus(error) === 409) draft.renewIdempotencyKey()
    }
  })

  function startAfresh() {
    draft.discard()
    form.reset(blank)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.description}
      size="lg"
      dirty={isDirty || draft.restored !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {words.submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate className="grid gap-5">
        {draft.restored && <DraftBanner disabled={isSubmitting} onDiscard={startAfresh} />}
        <JobFields
          field={fieldProps(form)}
          titleLabel="Job Title"
          descriptionLabel="Job Description"
        />
      </form>
    </Dialog>
  )
}
