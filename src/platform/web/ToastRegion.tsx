import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shownToast, watchToast } from './toast.ts'

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }))

/** The place of the toasts; their code comes with the first one. */
export function ToastRegion() {
  const shown = useSyncExternalStore(watchToast, shownToast)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <Toaster toast={shown} />
    </Suspense>
  )
}
