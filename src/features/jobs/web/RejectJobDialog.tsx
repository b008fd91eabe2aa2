import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useDraft } from '#platform/web/form/draft.ts'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Job, jobDecision } from '../contract.ts'
import { useDecideJob } from './calls.ts'

/** Asks for the optional reason of a rejection, which is mailed to the poster. Closing keeps a draft. */
export function RejectJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const id = useId()
  const decide = useDecideJob()
  const draft = useDraft(`job-reject-draft ${job.id}`, { reason: '' })
  const [reason, setReason] = useState(draft.restored?.reason ?? '')
  const [error, setError] = useState<string>()

  function change(text: string) {
    setReason(text)
    draft.save({ reason: text })
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const checked = jobDecision.shape.reason.safeParse(reason)
    setError(checked.error?.issues[0]?.message)
    if (!checked.success) return
    const { id: jobId, updated_at } = job
    try {
      await decide.mutateAsync({ id: jobId, status: 'rejected', reason, updated_at })
    } catch {
      return // A toast shows the error; the reason stays.
    }
    draft.remove()
    onClose()
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
        {draft.restored && (
          <DraftBanner
            disabled={decide.isPending}
            onDiscard={() => {
              draft.discard()
              setReason('')
            }}
          />
        )}
        <p className="text-ink-soft wrap-anywhere">
          “{job.title}” of {job.company_name || 'the poster'} will not show on the board.
        </p>
        <TextAreaField
          label="Reason"
          optional
          hint="Mailed to the poster, who can change the job and send it again."
          value={reason}
          error={error}
          onChange={({ target }) => change(target.value)}
        />
      </form>
    </Dialog>
  )
}
