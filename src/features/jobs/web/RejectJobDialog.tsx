import { type FormEvent, useId, useState } from 'react'
import { Button } from '#platform/web/Button.tsx'
import { Dialog } from '#platform/web/Dialog.tsx'
import { TextAreaField } from '#platform/web/TextAreaField.tsx'
import { type Job, jobDecision } from '../contract.ts'
import { useDecideJob } from './calls.ts'

/** Asks for the reason of a rejection, which is mailed to the poster; it may stay empty. */
export function RejectJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const id = useId()
  const decide = useDecideJob()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const typed = jobDecision.shape.reason.safeParse(reason)
    setProblem(typed.error?.issues[0]?.message)
    if (!typed.success) return
    const { id: jobId, updated_at } = job
    decide.mutate({ id: jobId, status: 'rejected', reason, updated_at }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Reject Job"
      size="sm"
      dirty={reason !== ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="destructive" pending={decide.isPending}>
            Reject
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate className="grid gap-4">
        <p className="text-ink-soft wrap-anywhere">
          “{job.title}” of {job.company_name || 'the poster'} will not show on the board.
        </p>
        <TextAreaField
          label="Reason"
          optional
          hint="Mailed to the poster, who can change the job and send it again."
          value={reason}
          error={problem}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  )
}
