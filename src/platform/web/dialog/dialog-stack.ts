/**
 * The open modal dialogs, oldest first. Everything outside the top one is inert, so the toasts, which
 * must stay usable, are rendered inside it.
 */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function setStack(next: readonly HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

export const pushDialog = (dialog: HTMLDialogElement) => setStack([...stack, dialog])
export const removeDialog = (dialog: HTMLDialogElement) =>
  setStack(stack.filter((other) => other !== dialog))

/** The dialog on top, or undefined; a snapshot for useSyncExternalStore. */
export const topDialog = (): HTMLDialogElement | undefined => stack.at(-1)

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
