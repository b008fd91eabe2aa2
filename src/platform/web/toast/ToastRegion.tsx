import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { subscribeToDialogs, topDialog } from '../dialog/dialog-stack.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorBoundary } from '../ui/loading/ErrorBoundary.tsx'
import { loadOnce } from '../ui/loading/lazy-component.tsx'
import {
  currentToast,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  toastDurationMs,
} from './toast.ts'

type ToasterComponent = ComponentType<{ toast: ShownToast }>

const code = loadOnce<ToasterComponent>(async () => (await import('./Toaster.tsx')).Toaster)

/**
 * Renders the toasts. Their code is loaded at the first touch or key press, while the connection
 * probably works; if that fails, a plain element shows the message.
 */
export function ToastRegion() {
  const toast = useSyncExternalStore(subscribeToToast, currentToast)
  const Toaster = useToaster(toast?.id)
  useEffect(loadOnFirstInput, [])
  if (!toast || Toaster === undefined) return null
  const plain = <PlainToast key={toast.id} toast={toast} />
  if (Toaster === null) return plain
  return (
    <ErrorBoundary resetKey={String(toast.id)} fallback={plain}>
      <Toaster toast={toast} />
    </ErrorBoundary>
  )
}

/** Undefined while the code is loading, null when it could not be loaded for this toast. */
function useToaster(id: number | undefined): ToasterComponent | null | undefined {
  const [failedFor, setFailedFor] = useState<number>()
  const [, setLoaded] = useState(code.loaded !== undefined)
  useEffect(() => {
    if (id === undefined || code.loaded) return
    code.load().then(
      () => setLoaded(true),
      () => setFailedFor(id),
    )
  }, [id])
  return code.loaded ?? (id !== undefined && failedFor === id ? null : undefined)
}

function loadOnFirstInput() {
  const controller = new AbortController()
  const load = () => {
    controller.abort()
    code.load().catch(() => {})
  }
  for (const event of ['pointerdown', 'keydown', 'click'])
    window.addEventListener(event, load, {
      signal: controller.signal,
      capture: true,
      passive: true,
    })
  return () => controller.abort()
}

/** A toast without the loaded code. */
function PlainToast({ toast }: { toast: ShownToast }) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  useEffect(() => {
    const timer = setTimeout(dismissToast, toastDurationMs)
    return () => clearTimeout(timer)
  }, [])
  if (!toast.open) return null
  return createPortal(
    <div
      role="status"
      className={classNames(
        'fixed right-5 bottom-5 z-50 w-90 max-w-[calc(100%-1rem)] rounded-lg bg-raised px-3.5 py-3 text-sm text-ink shadow-dialog max-sm:inset-x-2 max-sm:bottom-2 max-sm:mx-auto forced-colors:border',
        toast.variant === 'destructive' && 'text-danger-text',
      )}
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && <p className="text-ink-soft">{toast.description}</p>}
    </div>,
    dialog ?? document.body,
  )
}
