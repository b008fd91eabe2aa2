export interface ToastMessage {
  title: string
  description?: string | undefined
  variant?: 'default' | 'destructive' | undefined
}

export interface ShownToast extends ToastMessage {
  id: number
  open: boolean
}

/** How long a toast shows, and how long a dismissed one is kept (contract 9). */
export const toastDurationMs = 5000

let shown: ShownToast | null = null
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function change(next: ShownToast | null) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message in the corner; the one before it makes room. */
export function toast(message: ToastMessage) {
  clearTimeout(removal)
  count += 1
  change({ ...message, id: count, open: true })
}

export function dismissToast() {
  if (!shown?.open) return
  change({ ...shown, open: false })
  removal = setTimeout(() => change(null), toastDurationMs)
}

/** The toast on screen; made for useSyncExternalStore. */
export const currentToast = (): ShownToast | null => shown

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
