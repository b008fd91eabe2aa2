import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { subscribeToDialogs, topDialog } from '../dialog/dialog-stack.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import {
  currentToast,
  dismissToast,
  type ShownToast,
  subscribeToToast,
  toastDurationMs,
} from './toast.ts'

type ToasterComponent = ComponentType<{ toast: ShownToast }>

let arrived: ToasterComponent | undefined
let loading: Promise<ToasterComponent> | undefined

/** The code of the toasts; asked for again after it did not arrive. */
function loadToaster(): Promise<ToasterComponent> {
  loading ??= fetchToaster()
  return loading
}

async function fetchToaster(): Promise<ToasterComponent> {
  try {
    arrived = (await import('./Toaster.tsx')).Toaster
    return arrived
  } catch (error) {
    loading = undefined
    throw error
  }
}

/**
 * The place of the toasts. Their code comes with the first touch or key, while there still is a
 * connection; without it a plain line says the same.
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast)
  const Toaster = useToaster(shown?.id)
  useEffect(loadAtFirstTouch, [])
  if (!shown || Toaster === undefined) return null
  const plain = <PlainToast key={shown.id} toast={shown} />
  if (Toaster === null) return plain
  return (
    <ErrorBoundary resetKey={String(shown.id)} fallback={plain}>
      <Toaster toast={shown} />
    </ErrorBoundary>
  )
}

/** Undefined while the code is on its way, null when it did not arrive for this toast. */
function useToaster(id: number | undefined): ToasterComponent | null | undefined {
  const [failedFor, setFailedFor] = useState<number>()
  const [, setHere] = useState(arrived !== undefined)
  useEffect(() => {
    if (id === undefined || arrived) return
    loadToaster().then(
      () => setHere(true),
      () => setFailedFor(id),
    )
  }, [id])
  return arrived ?? (id !== undefined && failedFor === id ? null : undefined)
}

function loadAtFirstTouch() {
  const stop = new AbortController()
  const load = () => {
    stop.abort()
    loadToaster().catch(() => {})
  }
  for (const sign of ['pointerdown', 'keydown', 'click'])
    window.addEventListener(sign, load, { signal: stop.signal, capture: true, passive: true })
  return () => stop.abort()
}

/** What can be said without the code of the toasts. */
function PlainToast({ toast }: { toast: ShownToast }) {
  const dialog = useSyncExternalStore(subscribeToDialogs, topDialog)
  useEffect(() => {
    const end = setTimeout(dismissToast, toastDurationMs)
    return () => clearTimeout(end)
  }, [])
  if (!toast.open) return null
  return createPortal(
    <div
      role="status"
      className={classNames(
        'fixed inset-x-3 top-3 z-50 mx-auto max-w-sm rounded-md border-l-4 bg-surface px-4 py-3 text-sm text-ink shadow-raised',
        toast.variant === 'destructive' ? 'border-danger' : 'border-accent',
      )}
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && <p className="text-ink-soft">{toast.description}</p>}
    </div>,
    dialog ?? document.body,
  )
}
