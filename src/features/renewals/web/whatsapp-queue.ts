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
const listeners = new Set<() => void>()
let current: WhatsappQueue | null | undefined

/** The queue in progress; null when there is none. */
function readQueue(): WhatsappQueue | null {
  if (current === undefined) {
    const stored = readLocalItem(name)
    current = isQueue(stored) ? stored : null
  }
  return current
}

const isQueue = (stored: unknown): stored is WhatsappQueue =>
  isRecord(stored) &&
  Array.isArray(stored.ids) &&
  stored.ids.every((id) => typeof id === 'string') &&
  isRecord(stored.done) &&
  Object.values(stored.done).every((how) => how === 'sent' || how === 'skipped')

function writeQueue(queue: WhatsappQueue | null): void {
  current = queue
  if (queue) writeLocalItem(name, queue)
  else removeLocalItem(name)
  for (const listener of listeners) listener()
}

export const startQueue = (ids: readonly string[]): void => writeQueue({ ids: [...ids], done: {} })

export const markInQueue = (id: string, how: 'sent' | 'skipped'): void => {
  const queue = readQueue()
  if (queue) writeQueue({ ...queue, done: { ...queue.done, [id]: how } })
}

export const endQueue = (): void => writeQueue(null)

export const useWhatsappQueue = (): WhatsappQueue | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readQueue)

export const isFinished = ({ ids, done }: WhatsappQueue): boolean => ids.every((id) => done[id])
