import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkResult } from '#features/members/bulk.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { BulkPaymentBatch } from '../../answers.ts'
import { bulkPayments } from '../list-payment-calls.ts'
import { UndoBulkPaymentDialog } from './UndoBulkPaymentDialog.tsx'
import { NotUndone } from './UndoPaymentsPrompt.tsx'

/** The latest payments of several members at once, newest first; each can be undone. */
export function BulkPaymentsDialog({ onClose }: { onClose: () => void }) {
  const batches = useQuery({ ...bulkPayments, refetchOnMount: 'always' })
  const [chosen, setChosen] = useState<string>()
  const [failures, setFailures] = useState<BulkResult['failures']>([])
  const undone = batches.data?.find(({ id, active }) => id === chosen && active > 0)
  return (
    <Dialog
      open
      onClose={onClose}
      closesOnBack
      title="Bulk payments"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {failures.length > 0 && <NotUndone failures={failures} />}
      {batches.isPending ? (
        <SkeletonRows rows={3} label="Loading the bulk payments" />
      ) : batches.isError ? (
        <LoadFailed title="Couldn't load the bulk payments" query={batches} />
      ) : batches.data.length === 0 ? (
        <EmptyState title="No bulk payments yet">
          Select several members and choose Mark as Paid.
        </EmptyState>
      ) : (
        <ol className="grid divide-y divide-line">
          {batches.data.map((batch) => (
            <Batch key={batch.id} batch={batch} onUndo={() => setChosen(batch.id)} />
          ))}
        </ol>
      )}
      {undone && (
        <UndoBulkPaymentDialog
          batch={undone.id}
          onClose={(refused) => {
            setChosen(undefined)
            setFailures(refused)
          }}
        />
      )}
    </Dialog>
  )
}

const Batch = ({ batch, onUndo }: { batch: BulkPaymentBatch; onUndo: () => void }) => {
  const { members, active, amount_paise, reference, recorded_at, recorded_by } = batch
  const { undone_at, undone_by } = batch
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-medium wrap-anywhere">
          {[countOf(members, 'member', 'members'), `${formatRupees(amount_paise)} each`, reference]
            .filter(Boolean)
            .join(', ')}
        </p>
        <p className="text-ink-soft">
          <span>{dateTime(recorded_at)}</span>
          {recorded_by && <span className="wrap-anywhere"> by {recorded_by}</span>}
        </p>
        {undone_at && (
          <p className="text-ink-soft">
            <span>Undone {dateTime(undone_at)}</span>
            {undone_by && <span className="wrap-anywhere"> by {undone_by}</span>}
          </p>
        )}
        {active === 0
          ? !undone_at && <p className="text-ink-soft">None of these payments counts any more</p>
          : active < members && (
              <p className="text-ink-soft">
                {formatCount(active)} of {formatCount(members)} still count
              </p>
            )}
      </div>
      {active > 0 && (
        <Button size="sm" variant="soft" onClick={onUndo}>
          Undo
          <span className="sr-only"> the payments of {dateTime(recorded_at)}</span>
        </Button>
      )}
    </li>
  )
}
