/** Checks PDFs in worker threads with limits on time and memory, so that the server keeps answering. */
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/refusal.ts'
import type { PdfWorkerMessage } from './pdf-worker.ts'

interface PdfCheckLimits {
  /** Milliseconds for one file, counted from the start of its check. */
  maxMs?: number
  /** Megabytes of heap for one check; the bytes of the file come on top. */
  maxHeapMegabytes?: number
  /** Milliseconds for a thread to start; after them the check is refused as 'unavailable'. */
  maxStartMs?: number
  /** Milliseconds after which the last idle thread ends. */
  idleMs?: number
  /** The same for the others, which each take memory. */
  extraIdleMs?: number
  /** What the thread runs; pdf-worker.ts. */
  program?: URL
}

/** Throws a Refusal unless the PDF contains nothing but pages (check-pdf.ts). */
type PdfChecker = (bytes: Buffer) => Promise<void>

interface Thread {
  worker: Worker
  idleTimer?: NodeJS.Timeout
}

/**
 * Each check has its own thread. Threads are reused, because starting one takes half a second on a busy
 * machine. After a burst only one stays, because each takes memory. Idle threads do not keep the process
 * alive.
 */
export function createPdfChecker(limits: PdfCheckLimits = {}): PdfChecker {
  const {
    maxMs = 5000,
    maxStartMs = 30_000,
    maxHeapMegabytes = 192,
    idleMs = 60_000,
    extraIdleMs = 1000,
    program = new URL('./pdf-worker.ts', import.meta.url),
  } = limits
  const idle: Thread[] = []

  const start = (): Thread => ({
    worker: new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
      // The thread gets neither the arguments nor the environment of the process.
      execArgv: [],
      env: {},
    }),
  })
  const park = (thread: Thread) => {
    const { worker } = thread
    worker.removeAllListeners()
    const end = () => {
      const index = idle.indexOf(thread)
      if (index !== -1) idle.splice(index, 1)
      void worker.terminate()
    }
    worker.once('error', end)
    worker.unref()
    thread.idleTimer = setTimeout(end, idle.length === 0 ? idleMs : extraIdleMs).unref()
    idle.push(thread)
  }
  const take = (): Thread => {
    const thread = idle.pop() ?? start()
    clearTimeout(thread.idleTimer)
    thread.worker.removeAllListeners()
    thread.worker.ref()
    return thread
  }

  return async (bytes) => {
    const thread = take()
    const { refused } = await runCheck(thread.worker, bytes, { maxMs, maxStartMs }).catch(
      async (error: unknown) => {
        await thread.worker.terminate()
        throw error
      },
    )
    park(thread)
    if (refused) throw new Refusal(refused.kind, refused.message, refused.details)
  }
}

type Verdict = Exclude<PdfWorkerMessage, 'started'>

function runCheck(
  worker: Worker,
  bytes: Buffer,
  { maxMs, maxStartMs }: { maxMs: number; maxStartMs: number },
): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => reject(unavailable()), maxStartMs)
    const settle = (then: () => void) => {
      clearTimeout(timer)
      then()
    }
    worker.on('message', (message: PdfWorkerMessage) => {
      if (message !== 'started') return settle(() => resolve(message))
      clearTimeout(timer)
      timer = setTimeout(() => reject(tooCostly()), maxMs)
    })
    worker.once('error', (error: Error) =>
      settle(() => reject(isOutOfMemory(error) ? tooCostly() : error)),
    )
    worker.once('exit', () => settle(() => reject(new Error('The thread that checks PDFs ended'))))
    const copy = new Uint8Array(bytes)
    worker.postMessage(copy, [copy.buffer])
  })
}

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const tooCostly = () =>
  new Refusal('invalid', 'This PDF could not be checked; please save it again or choose another')

const unavailable = () =>
  new Refusal('unavailable', 'PDFs cannot be checked at the moment; please try again in a minute', {
    retryAfter: 60,
  })
