import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#platform/web/Button.tsx'
import { Dialog } from '#platform/web/Dialog.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import { type Job, type JobEdit, jobEdit } from '../contract.ts'
import { useEditJob } from './calls.ts'
import { JobFields, tellFrom } from './JobForm.tsx'

/** Edit Job (specification section 5, admin edit); the job stays where it stands. */
export function EditJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const id = useId()
  const editJob = useEditJob(job.id)
  const { title, company_name, description, location, location_type } = job
  const { employment_type, how_to_apply } = job
  const form = useForm<JobEdit, unknown, JobEdit>({
    resolver: zodResolver(jobEdit),
    defaultValues: {
      title,
      company_name,
      description,
      location,
      location_type,
      employment_type,
      how_to_apply,
    },
  })
  const told = tellFrom(form)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Job"
      size="lg"
      dirty={form.formState.isDirty}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={editJob.isPending}>
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={form.handleSubmit((edit) => editJob.mutate(edit, { onSuccess: onClose }))}
      >
        <JobFields told={told} titleLabel="Title" descriptionLabel="Description">
          <TextField label="Company Name" {...told('company_name')} />
        </JobFields>
      </form>
    </Dialog>
  )
}
