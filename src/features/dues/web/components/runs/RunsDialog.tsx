import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import type { DuesRun } from '../../../answers.ts'
import { duesRuns, useUndoRun } from '../../calls.ts'

/** The dues that were raised, newest first; each can be undone until something is paid on it. */
export function RunsDialog({ onClose }: { onClose: () => void }) {
  const runs = useQuery(duesRuns)
  const [undone, setUndone] = useState<DuesRun>()
  const undo = useUndoRun()
  return (
    <Dialog
      open
      onClose={onClose}
      closesOnBack
      title="Dues raised"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {runs.isPending ? (
        <SkeletonRows rows={3} label="Loading the dues raised" />
      ) : runs.isError ? (
        <LoadFailed title="Couldn't load the dues raised" query={runs} />
      ) : runs.data.length === 0 ? (
        <EmptyState title="No dues raised yet" />
      ) : (
        <ol className="grid divide-y divide-line">
          {runs.data.map((run) => (
            <li key={run.id} className="flex items-start justify-between gap-3 py-3">
              <div className="min-w-0 text-sm">
                <p className="font-medium">
                  Dues {run.year}: {countOf(run.members, 'member', 'members')},{' '}
                  {formatRupees(run.amount_paise)}
                </p>
                <p className="text-ink-soft">
                  <span>Raised {dateTime(run.raised_at)}</span>
                  {run.raised_by && <span> by {run.raised_by}</span>}
                </p>
                {run.undone_at && (
                  <p className="text-ink-soft">
                    <span>Undone {dateTime(run.undone_at)}</span>
                    {run.undone_by && <span> by {run.undone_by}</span>}
                  </p>
                )}
              </div>
              {!run.undone_at && (
                <Button size="sm" variant="soft" onClick={() => setUndone(run)}>
                  Undo
                  <span className="sr-only">
                    {' '}
                    dues {run.year}, raised {dateTime(run.raised_at)}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {undone && (
        <ConfirmDialog
          open
          destructive
          title={`Undo dues ${undone.year}?`}
          confirmLabel="Undo"
          pending={undo.isPending}
          onConfirm={() =>
            undo.mutate({ id: undone.id }, { onSettled: () => setUndone(undefined) })
          }
          onClose={() => setUndone(undefined)}
        >
          <p>
            The charges of {countOf(undone.members, 'member', 'members')} are cancelled. Their
            accounts keep a record. This is not possible once something was paid on them.
          </p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
