import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Member } from '../../answers.ts'
import { type BulkAction, useBulkAction } from './bulk-actions.ts'

/** Lists what the action changes for each member, runs it, and shows the requests that failed. */
export function BulkActionDialog({
  action,
  members: selected,
  onClose,
  onDone,
}: {
  action: BulkAction
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}) {
  // The selection at opening: the list behind the dialog changes while the action runs.
  const [members] = useState(selected)
  const { startedCount, isPending, isFinished, failures, run } = useBulkAction(action)
  const affected = members.filter(action.appliesTo)
  const hasFailed = isFinished && failures.length > 0

  async function confirm() {
    if ((await run(affected)) > 0) return
    onDone()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={isPending ? () => {} : onClose}
      title={action.title}
      description={action.description}
      dirty={isPending}
      closesOnBack={!isPending}
      footer={
        hasFailed ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant={action.destructive ? 'destructive' : 'primary'}
              pending={isPending}
              disabled={affected.length === 0}
              onClick={() => void confirm()}
            >
              {isPending
                ? `${startedCount} of ${affected.length}`
                : action.confirmLabel(affected.length)}
            </Button>
          </>
        )
      }
    >
      <ul className="grid gap-2 text-sm">
        {members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {member.name || member.company_name}{' '}
              <span className="text-ink-faint">{member.membership_number}</span>
            </span>
            {action.appliesTo(member) ? (
              <span className="flex items-center gap-1.5">
                <Badge>{action.before}</Badge>
                <span aria-hidden="true">→</span>
                <span className="sr-only">becomes</span>
                <Badge tone="accent">{action.after}</Badge>
              </span>
            ) : (
              <span className="text-ink-faint">stays as it is</span>
            )}
            {failures
              .filter(({ id }) => id === member.id)
              .map(({ message }) => (
                <p key={message} role="alert" className="basis-full text-danger-text">
                  {message}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
