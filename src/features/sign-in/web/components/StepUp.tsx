import { useEffect, useState } from 'react'
import { onConfirmationNeeded } from '#platform/web/api/call.ts'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'

const StepUpDialog = lazyPart(async () => (await import('./StepUpDialog.tsx')).StepUpDialog)

/**
 * Opens the dialog when a call needs the second factor. Calls that need it at the same time wait for
 * the same dialog.
 */
export function StepUp() {
  const [finish, setFinish] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    let waiting: Promise<boolean> | undefined
    onConfirmationNeeded(() => {
      waiting ??= new Promise<boolean>((resolve) => setFinish(() => resolve)).finally(() => {
        waiting = undefined
        setFinish(undefined)
      })
      return waiting
    })
    return () => onConfirmationNeeded(() => Promise.resolve(false))
  }, [])
  if (!finish) return null
  return <StepUpDialog onConfirmed={() => finish(true)} onClose={() => finish(false)} />
}
