/**
 * The members to whom a message is sent by hand, one after the other. Stored on this device, so that a
 * reload continues where it was left.
 */
import { useSyncExternalStore } from 'react'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { isRecord } from '#shared/records.ts'

export interface WhatsappQueue {
  ids: string[]
  /** By id. */
  done: Record<string, 'sent' | 'skipped'>
}

const name = 'whatsapp-queue'
const isQueue = (stored: unknown): stored is WhatsappQueue =>
  isRecord(stored) &&
  Array.isArray(stored.ids) &&
  stored.ids.every((id) => typeof id === 'string') &&
  isRecord(stored.done) &&
  Object.values(stored.done).every((outcome) => outcome === 'sent' || outcome === 'skipped')

/** A page has one queue, whose functions are exported below. */
export function createWhatsappQueue() {
  const listeners = new Set<() => void>()
  let current: WhatsappQueue | null | undefined

  /** The queue in progress; null when there is none. */
  function read(): WhatsappQueue | null {
    if (current === undefined) {
      const stored = readLocalItem(name)
      current = isQueue(stored) ? stored : null
    }
    return current
  }

  function write(queue: WhatsappQueue | null): void {
    current = queue
    if (queue) writeLocalItem(name, queue)
    else removeLocalItem(name)
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    startQueue: (ids: readonly string[]): void => write({ ids: [...ids], done: {} }),
    markInQueue: (id: string, outcome: 'sent' | 'skipped'): void => {
      const queue = read()
      if (queue) write({ ...queue, done: { ...queue.done, [id]: outcome } })
    },
    endQueue: (): void => write(null),
    useWhatsappQueue: (): WhatsappQueue | null => useSyncExternalStore(subscribe, read),
  }
}

export const { startQueue, markInQueue, endQueue, useWhatsappQueue } = createWhatsappQueue()

export const isFinished = ({ ids, done }: WhatsappQueue): boolean => ids.every((id) => done[id])
