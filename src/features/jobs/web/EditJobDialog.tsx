import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useAutosave, useDraft } from '#platform/web/form/draft.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Job, type JobEdit, jobEdit } from '../contract.ts'
import { useEditJob } from './calls.ts'
import { fieldProps, JobFields } from './JobFields.tsx'

/** Edits a job as an administrator (contract 5.3); its status stays. Closing keeps a draft. */
export function EditJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const id = useId()
  const editJob = useEditJob(job.id)
  const { title, company_name, description, location, location_type } = job
  const { employment_type, how_to_apply } = job
  const initial: JobEdit = {
    title,
    company_name,
    description,
    location,
    location_type,
    employment_type,
    how_to_apply,
  }
  const draft = useDraft(`job-edit-draft ${job.id}`, initial)
  const form = useForm<JobEdit, unknown, JobEdit>({
    resolver: zodResolver(jobEdit),
    defaultValues: { ...initial, ...draft.restored },
  })
  const { isDirty, isSubmitting } = form.formState
  useAutosave(form, draft.save)

  const handleSubmit = form.handleSubmit(async (edit) => {
    try {
      await editJob.mutateAsync(edit)
    } catch {
      return // A toast shows the error; the form keeps its values.
    }
    draft.remove()
    onClose()
  })

  function startOver() {
    draft.discard()
    form.reset(initial)
  }

  const field = fieldProps(form)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Job"
      size="lg"
      dirty={isDirty || draft.restored !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Save Changes
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={handleSubmit} className="grid gap-5">
        {draft.restored && <DraftBanner disabled={isSubmitting} onDiscard={startOver} />}
        <JobFields field={field} titleLabel="Title" descriptionLabel="Description">
          <TextField label="Company Name" {...field('company_name')} />
        </JobFields>
      </form>
    </Dialog>
  )
}
