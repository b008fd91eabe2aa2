/** The bulk payment of which a message offers to undo it; the message outlives the screen that recorded it. */
let asked: string | null = null
const listeners = new Set<() => void>()

/** Asks whether to undo a bulk payment; null when it was answered. */
export function askToUndo(batch: string | null): void {
  asked = batch
  for (const listener of listeners) listener()
}

/** A snapshot for useSyncExternalStore. */
export const askedBatch = (): string | null => asked

export function subscribeToAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
