/**
 * The members to whom a message is sent by hand, one after the other. Stored on this device, so that a
 * reload continues where it was left.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readLocalItem, removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'

const queueSchema = z.object({
  ids: z.array(z.string()),
  /** Sent or skipped. */
  done: z.record(z.string(), z.enum(['sent', 'skipped'])),
})
export type WhatsappQueue = z.infer<typeof queueSchema>

const name = 'whatsapp-queue'
const listeners = new Set<() => void>()
let current: WhatsappQueue | null | undefined

/** The queue in progress; null when there is none. */
function readQueue(): WhatsappQueue | null {
  if (current === undefined) current = queueSchema.safeParse(readLocalItem(name)).data ?? null
  return current
}

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
