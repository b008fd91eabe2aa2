import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Member } from '../../answers.ts'
import { BeforeAndAfter, MemberChangeList } from '../components/MemberChangeList.tsx'
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
      <MemberChangeList
        members={members}
        change={(member) =>
          action.appliesTo(member) ? (
            <BeforeAndAfter
              before={<Badge>{action.before}</Badge>}
              after={<Badge tone="accent">{action.after}</Badge>}
            />
          ) : (
            <span className="text-ink-faint">stays as it is</span>
          )
        }
        failures={failures}
      />
    </Dialog>
  )
}
