/** The bulk payment that a toast offers to undo. It is module state, because the toast outlives the screen. */
let batchToUndo: string | null = null
const listeners = new Set<() => void>()

/** Asks whether to undo a bulk payment; null when it was answered. */
export function promptUndo(batch: string | null): void {
  batchToUndo = batch
  for (const listener of listeners) listener()
}

/** A snapshot for useSyncExternalStore. */
export const readBatchToUndo = (): string | null => batchToUndo

export function subscribeToBatchToUndo(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
