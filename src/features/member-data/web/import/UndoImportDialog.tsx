import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/Skeleton.tsx'
import type { SkippedRow, UndoPlan } from '../../contract.ts'
import { undoPlan, useUndoImport } from './calls.ts'

/** What taking an import back would do, and doing it. */
export function UndoImportDialog({
  batch,
  name,
  onUndone,
  onClose,
}: {
  batch: string
  /** The file, as it was called. */
  name: string
  onUndone?: () => void
  onClose: () => void
}) {
  const plan = useQuery(undoPlan(batch))
  const undo = useUndoImport()
  const rows = plan.data ? plan.data.gone + plan.data.restored : 0
  const done = undo.data
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
            {done ? 'Close' : 'Keep it'}
          </Button>
          {!done && (
            <Button
              variant="destructive"
              disabled={rows === 0}
              pending={undo.isPending}
              onClick={() =>
                undo.mutate(
                  { id: batch, keep_changed: (plan.data?.stay ?? 0) > 0 },
                  { onSuccess: () => onUndone?.(), onError: () => void plan.refetch() },
                )
              }
            >
              {`Take ${rows.toLocaleString('en-IN')} ${rows === 1 ? 'row' : 'rows'} back`}
            </Button>
          )}
        </>
      }
    >
      {done ? (
        <div className="grid gap-4">
          <Banner tone="success" title="Import undone">
            {many(done.undone, 'row was', 'rows were')} taken back.
          </Banner>
          <SkippedRows stay={done.stay} kept={done.kept} />
        </div>
      ) : plan.isPending ? (
        <SkeletonRows rows={2} label="Looking at what would change" />
      ) : plan.isError ? (
        <LoadFailed error={plan.error} retry={() => void plan.refetch()} />
      ) : (
        <UndoSummary plan={plan.data} />
      )}
    </Dialog>
  )
}

const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : more}`

function UndoSummary({ plan: { gone, restored, stay, kept } }: { plan: UndoPlan }) {
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-1.5 pl-5">
        {gone > 0 && (
          <li>
            {many(gone, 'new member goes', 'new members go')}; their numbers are not given again,
            and their payments are reversed in the book.
          </li>
        )}
        {restored > 0 && (
          <li>{many(restored, 'member gets', 'members get')} back what stood there before.</li>
        )}
        {gone + restored === 0 && <li>Nothing can be taken back any more.</li>}
      </ul>
      <SkippedRows stay={stay} kept={kept} />
    </div>
  )
}

/** Who stays as they are, and why. */
function SkippedRows({ stay, kept }: { stay: number; kept: readonly SkippedRow[] }) {
  if (stay === 0) return null
  return (
    <Banner tone="warning" title={`${many(stay, 'member stays', 'members stay')} as they are`}>
      <ul className="mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {kept.map(({ line, name, reason }) => (
          <li key={line} className="wrap-anywhere">
            Line {line}: {name || 'this member'} {reason}.
          </li>
        ))}
        {stay > kept.length && <li>and {many(stay - kept.length, 'other', 'others')}</li>}
      </ul>
    </Banner>
  )
}
