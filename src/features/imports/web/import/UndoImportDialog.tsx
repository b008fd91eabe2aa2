import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { countOf } from '#shared/sentences.ts'
import type { SkippedRow, UndoPlan } from '../../answers.ts'
import { undoPlan, useUndoImport } from './calls.ts'

/** Shows what undoing an import would do, and undoes it. */
export function UndoImportDialog({
  batch,
  name,
  onUndone,
  onClose,
}: {
  batch: string
  /** The file name of the import. */
  name: string
  onUndone?: () => void
  onClose: () => void
}) {
  const plan = useQuery(undoPlan(batch))
  const undo = useUndoImport()
  const rows = plan.data ? plan.data.gone + plan.data.restored : 0
  const result = undo.data
  const close = () => {
    if (!undo.isPending) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Undo this import"
      description={name}
      closesOnBack
      footer={
        <>
          <Button data-first-focus disabled={undo.isPending} onClick={close}>
            {result ? 'Close' : 'Keep the import'}
          </Button>
          {!result && (
            <Button
              variant="destructive"
              disabled={rows === 0}
              pending={undo.isPending}
              onClick={() =>
                undo.mutate(
                  { id: batch, body: { keep_changed: (plan.data?.stay ?? 0) > 0 } },
                  { onSuccess: () => onUndone?.(), onError: () => void plan.refetch() },
                )
              }
            >
              {`Undo ${countOf(rows, 'row', 'rows')}`}
            </Button>
          )}
        </>
      }
    >
      {result ? (
        <div className="grid gap-4">
          <Banner tone="success" title="Import undone">
            {countOf(result.undone, 'row was', 'rows were')} undone.
          </Banner>
          <SkippedRows count={result.stay} rows={result.kept} />
        </div>
      ) : plan.isPending ? (
        <SkeletonRows rows={2} label="Loading what would change" />
      ) : plan.isError ? (
        <LoadFailed title="This import cannot be undone now" query={plan} />
      ) : (
        <UndoSummary plan={plan.data} />
      )}
    </Dialog>
  )
}

function UndoSummary({ plan }: { plan: UndoPlan }) {
  const { gone: deleted, restored, stay, kept, notices = [] } = plan
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-1.5 pl-5">
        {deleted > 0 && (
          <li>
            {countOf(deleted, 'new member is', 'new members are')} deleted, and their payments are
            reversed in the ledger. Importing the same sheet again gives their numbers back.
          </li>
        )}
        {restored > 0 && (
          <li>{countOf(restored, 'member gets', 'members get')} the previous values back.</li>
        )}
        {deleted + restored === 0 && <li>There is nothing left to undo.</li>}
      </ul>
      {notices.length > 0 && (
        <Banner tone="warning">
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Banner>
      )}
      <SkippedRows count={stay} rows={kept} />
    </div>
  )
}

/** The members that are skipped, with the reasons. */
function SkippedRows({ count, rows }: { count: number; rows: readonly SkippedRow[] }) {
  if (count === 0) return null
  return (
    <Banner tone="warning" title={`${countOf(count, 'member is', 'members are')} not changed`}>
      <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {rows.map(({ line, name, reason }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {name || 'this member'} {reason}.
          </li>
        ))}
        {count > rows.length && <li>and {countOf(count - rows.length, 'other', 'others')}</li>}
      </ul>
    </Banner>
  )
}
