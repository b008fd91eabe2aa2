/** Renders documents in a thread of their own, one after the other, so that other requests do not wait for them. */
import { Worker } from 'node:worker_threads'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue } from '../core/work-queue.ts'

export interface RenderRequest {
  module: string
  data: unknown
}
export type RenderResponse = { bytes: Uint8Array } | { error: string } | { done: number }

const maxMemory = 256
const maxDuration = minutes(2)
/** Opening a thread with its fonts takes half a second. */
const maxIdle = minutes(2)

const enqueue = createWorkQueue({
  capacity: 1,
  concurrency: 1,
  maxWaiting: 200,
  maxWaitingPerClient: 12,
  maxWaitMs: minutes(1),
})
let running: Worker | undefined
let idle: NodeJS.Timeout | undefined

/** Called while a document is drawn, with how much of it is done. */
type ReportDone = (done: number) => void

export interface RenderOptions {
  /** Who waits for the document; clients take turns. */
  client: string
  reportDone?: ReportDone | undefined
}

/**
 * Calls `render(data, reportDone)` of a module in the thread; it returns the bytes. `data` must be cloneable. Throws
 * a Refusal while many documents are waiting, and when this one needs too much memory or time.
 */
export const renderInWorker = (
  module: URL,
  data: unknown,
  { client, reportDone = () => {} }: RenderOptions,
): Promise<Buffer> =>
  enqueue(1, () => renderNext({ module: module.href, data }, reportDone), client)

function renderNext(request: RenderRequest, reportDone: ReportDone): Promise<Buffer> {
  clearTimeout(idle)
  running ??= openWorker()
  const worker = running
  const answer = Promise.withResolvers<Buffer>()
  const handleMessage = (response: RenderResponse) => {
    if ('done' in response) reportDone(response.done)
    else if ('bytes' in response) answer.resolve(Buffer.from(response.bytes.buffer))
    else answer.reject(new Error(response.error))
  }
  // Also the end of a thread that has reached its limit of memory.
  const handleEnd = () => {
    running = undefined
    answer.reject(tooLarge())
  }
  const timeout = setTimeout(() => worker.terminate(), maxDuration)
  worker.on('message', handleMessage).once('error', handleEnd).once('exit', handleEnd)
  worker.ref()
  worker.postMessage(request)
  return answer.promise.finally(() => {
    clearTimeout(timeout)
    worker.off('message', handleMessage).off('error', handleEnd).off('exit', handleEnd)
    // An idle thread ends, and does not keep the process alive.
    worker.unref()
    idle = setTimeout(() => {
      running = undefined
      worker.terminate()
    }, maxIdle).unref()
  })
}

const tooLarge = () =>
  new Refusal('invalid', 'This document is too large. Please select fewer members.')

function openWorker(): Worker {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  })
  // Reported to the document that is being rendered; without a listener it would end the process.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (running === worker) running = undefined
  })
  return worker
}
