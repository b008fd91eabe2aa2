/** Renders documents of many pages in a thread of their own, one after the other. */
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/refusal.ts'

export interface RenderRequest {
  module: string
  data: unknown
}
export type RenderResponse = { bytes: Uint8Array } | { error: string } | { done: number }

/** A document that waits longer behind others is refused. */
const maxPending = 6
const maxMemory = 256
const maxSeconds = 120
const idleSeconds = 30

let running: Worker | undefined
let pending = 0
let queue: Promise<unknown> = Promise.resolve()
let idle: NodeJS.Timeout | undefined

/** Called while a document is drawn, with how much of it is done. */
export type ReportDone = (done: number) => void

/**
 * Calls `render(data, reportDone)` of a module in the thread; it returns the bytes. `data` must be cloneable. Throws
 * a Refusal while many documents are waiting, and when this one needs too much memory or time.
 */
export async function renderInWorker(
  module: URL,
  data: unknown,
  reportDone: ReportDone = () => {},
): Promise<Buffer> {
  if (pending >= maxPending)
    throw new Refusal(
      'unavailable',
      'Other documents are being prepared. Please try again in a minute.',
    )
  pending++
  const result = queue.then(() => renderNext({ module: module.href, data }, reportDone))
  queue = result.catch(() => undefined)
  try {
    return await result
  } finally {
    pending--
  }
}

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
  const timeout = setTimeout(() => worker.terminate(), maxSeconds * 1000)
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
    }, idleSeconds * 1000).unref()
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
