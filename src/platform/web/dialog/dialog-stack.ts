/**
 * The modal dialogs that are open, oldest first. Everything outside the top one is inert, so what
 * must stay usable (the toasts) is drawn inside it.
 */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

export const pushDialog = (dialog: HTMLDialogElement) => change([...open, dialog])
export const removeDialog = (dialog: HTMLDialogElement) =>
  change(open.filter((other) => other !== dialog))

/** The dialog people look at, or undefined; made for useSyncExternalStore. */
export const topDialog = (): HTMLDialogElement | undefined => open.at(-1)

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
