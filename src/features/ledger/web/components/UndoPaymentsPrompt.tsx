import { useState, useSyncExternalStore } from 'react'
import { BulkFailures } from '#features/members/web/components/BulkPreviewList.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { promptUndo, readBatchToUndo, subscribeToBatchToUndo } from '../undo-prompt.ts'

const UndoBulkPaymentDialog = lazyPart(
  async () => (await import('./UndoBulkPaymentDialog.tsx')).UndoBulkPaymentDialog,
)

type Failures = Parameters<typeof BulkFailures>[0]['failures']

/** Asks on any screen whether to undo the bulk payment that was passed to `promptUndo`. */
export function UndoPaymentsPrompt() {
  const batch = useSyncExternalStore(subscribeToBatchToUndo, readBatchToUndo)
  const [failures, setFailures] = useState<Failures>([])
  if (batch !== null)
    return (
      <UndoBulkPaymentDialog
        key={batch}
        batch={batch}
        onClose={(refused) => {
          promptUndo(null)
          setFailures(refused)
        }}
      />
    )
  if (failures.length === 0) return null
  return (
    <Dialog open closesOnBack onClose={() => setFailures([])} title="Bulk payments">
      <NotUndone failures={failures} />
    </Dialog>
  )
}

/** The members whose payments were not undone, with the reasons. */
export const NotUndone = ({ failures }: { failures: Failures }) => (
  <section className="grid gap-2">
    <p className="text-sm">These payments could not be undone and still count:</p>
    <BulkFailures failures={failures} />
  </section>
)
