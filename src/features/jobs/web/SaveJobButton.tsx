import Bookmark from 'lucide-react/icons/bookmark'
import { IconButton } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Job } from '../answers.ts'
import { useSaveJob } from './calls.ts'

/** Saves a job or removes it from the saved ones; pressed while it is saved. */
export function SaveJobButton({
  job,
  describedBy,
  className,
}: {
  job: Job
  describedBy?: string
  className?: string
}) {
  const save = useSaveJob(job.id)
  return (
    <IconButton
      label="Save job"
      aria-pressed={job.saved}
      aria-describedby={describedBy}
      className={classNames('shrink-0', className)}
      onClick={() => save.mutate(!job.saved)}
    >
      <Bookmark
        aria-hidden="true"
        className={job.saved ? 'fill-current text-accent-text' : undefined}
      />
    </IconButton>
  )
}
