/** Renders documents in a thread of their own, one after the other, so that other requests do not wait for them. */
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { createThreads } from '../core/threads.ts'
import { createWorkQueue } from '../core/work-queue.ts'

const enqueue = createWorkQueue({
  capacity: 1,
  concurrency: 1,
  maxWaiting: 200,
  maxWaitingPerClient: 12,
  maxWaitMs: minutes(1),
})
const runInThread = createThreads({
  maxThreads: 1,
  maxHeapMegabytes: 256,
  maxMs: minutes(2),
  // Opening a thread with its fonts takes half a second.
  idleMs: minutes(2),
  refusal: () => new Refusal('invalid', 'This document is too large. Please select fewer members.'),
})

export interface RenderOptions {
  /** Who waits for the document; clients take turns. */
  client: string
  /** Called while the document is drawn, with how much of it is done. */
  onProgress?: ((done: number) => void) | undefined
  /** Buffers in the data that are handed over instead of copied. */
  transfer?: readonly ArrayBuffer[]
}

/**
 * Calls `render(data, onProgress)` of a module in the thread; it returns the bytes. `data` must be cloneable. Throws
 * a Refusal while many documents are waiting, and when this one needs too much memory or time.
 */
export async function renderInThread(
  module: URL,
  data: unknown,
  { client, ...options }: RenderOptions,
): Promise<Buffer> {
  const call = { module, name: 'render', data, ...options }
  const bytes = await enqueue(1, () => runInThread(call), client)
  if (!bytes) throw new Error(`${module.pathname} rendered nothing`)
  return Buffer.from(bytes.buffer)
}
