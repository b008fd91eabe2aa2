import { useSyncExternalStore } from 'react'

/** What the session of this browser waits for before it opens anything (contract 11.10). */
export type Limitation = 'confirm' | 'enrol'

let current: Limitation | undefined
const listeners = new Set<() => void>()

export function setLimitation(limitation: Limitation | undefined): void {
  if (limitation === current) return
  current = limitation
  for (const listener of listeners) listener()
}

/** Undefined without a session, and in a full one. */
export const useLimitation = (): Limitation | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
