export interface ToastMessage {
  title: string
  description?: string | undefined
  /** A second line, such as how many and how much. */
  detail?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  /** A button, such as Undo; pressing it dismisses the toast. Offer the same elsewhere: a toast goes away. */
  action?: { label: string; onSelect: () => void } | undefined
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

/** How long a toast is shown, and how long a dismissed one stays in the state (contract 9.1). */
export const toastDurationMs = 5000

let current: ShownToast | null = null
let count = 0
let removalTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setCurrent(next: ShownToast | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a message; it replaces the one on screen. */
export function toast(message: ToastMessage) {
  clearTimeout(removalTimer)
  count += 1
  setCurrent({ ...message, id: count, open: true })
}

export function dismissToast() {
  if (!current?.open) return
  setCurrent({ ...current, open: false })
  removalTimer = setTimeout(() => setCurrent(null), toastDurationMs)
}

/** The toast on screen; a snapshot for useSyncExternalStore. */
export const currentToast = (): ShownToast | null => current

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
