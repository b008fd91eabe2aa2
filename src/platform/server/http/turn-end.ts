import { setImmediate as nextImmediate } from 'node:timers/promises'

const maxTurn = 5 // milliseconds
const pause = 1000 // milliseconds

/**
 * Returns a function that resolves at the end of the current turn of the event loop, for all its callers in
 * this turn at once. After a turn that took long it resolves at once for a second, so that quick responses do not
 * often wait for slow ones.
 */
export function createTurnEnd(now = () => performance.now()): () => Promise<void> | undefined {
  let end: Promise<void> | undefined
  let pausedUntil = 0
  const startTurn = async (startedAt: number) => {
    await nextImmediate()
    end = undefined
    if (now() - startedAt > maxTurn) pausedUntil = now() + pause
  }
  return () => {
    if (end) return end
    const startedAt = now()
    if (startedAt >= pausedUntil) end = startTurn(startedAt)
    return end
  }
}
