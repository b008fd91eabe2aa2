import { useQuery } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { columnLabel } from '#features/members/columns/spreadsheet-columns.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { ImportBatch } from '../../answers.ts'
import { importBatches } from '../import/calls.ts'
import { rowsText } from '../import/rows-text.ts'
import { UndoImportDialog } from '../import/UndoImportDialog.tsx'

/** The past imports, each with its undo. */
export function PastImportsDialog({ onClose }: { onClose: () => void }) {
  const batches = useQuery({ ...importBatches, staleTime: 0 })
  const [undoing, setUndoing] = useState<ImportBatch>()
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Past imports"
        description="The latest 50. An import can be undone, except for members edited since."
        size="lg"
        closesOnBack
        footer={<Button onClick={onClose}>Done</Button>}
      >
        {batches.isPending ? (
          <SkeletonRows rows={3} label="Loading the imports" />
        ) : batches.isError ? (
          <LoadFailed query={batches} />
        ) : batches.data.length === 0 ? (
          <EmptyState title="No imports yet">
            Imports are listed here, each with a button to undo it.
          </EmptyState>
        ) : (
          <ul aria-label="Past imports" className="grid gap-3">
            {batches.data.map((batch) => (
              <BatchCard key={batch.id} batch={batch} onUndo={() => setUndoing(batch)} />
            ))}
          </ul>
        )}
      </Dialog>
      {undoing && (
        <UndoImportDialog
          batch={undoing.id}
          name={undoing.file_name}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </>
  )
}

function BatchCard({ batch, onUndo }: { batch: ImportBatch; onUndo: () => void }) {
  const { file_name: name, at, by, added, changed, same, skipped, undone_at: undone } = batch
  const counts = [
    `${formatCount(added)} new`,
    `${formatCount(changed)} updated`,
    `${formatCount(same)} unchanged`,
    ...(skipped > 0 ? [countOf(skipped, 'row skipped', 'rows skipped')] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">
          <time dateTime={at}>{dateTime(at)}</time>
          {by && <span>, {by}</span>}
        </p>
        <p className="text-sm tabular-nums">{counts.join(', ')}</p>
        {skipped > 0 && <SkippedColumns batch={batch} />}
      </div>
      {undone ? (
        <Badge>Undone {dateTime(undone)}</Badge>
      ) : (
        <Button
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          aria-label={`Undo the import of ${name}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

/** The rows that were skipped because of errors, and the columns of the errors. */
const SkippedColumns = ({
  batch: { file_name: name, skipped_columns: columns },
}: {
  batch: ImportBatch
}) => (
  <ul aria-label={`Skipped rows of ${name}`} className="text-sm text-ink-soft">
    {columns.map(({ column, count, rows }) => (
      <li key={column} className="wrap-anywhere">
        <span className="font-medium text-ink">{column ? columnLabel(column) : 'Full row'}</span>{' '}
        <span>{rowsText(rows, count)}</span>
      </li>
    ))}
  </ul>
)
