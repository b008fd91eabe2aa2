/** Checks PDFs beside the server, which goes on answering: no file takes more time or memory than one may. */
import { Worker } from 'node:worker_threads'
import { Refusal } from '#shared/refusal.ts'
import type { PdfWorkerMessage } from './pdf-worker.ts'

interface PdfCheckLimits {
  /** Milliseconds for one file, from when its check begins. */
  longest?: number
  /** Megabytes for what the check remembers; the bytes of the file itself come on top. */
  mostMegabytes?: number
  /** Milliseconds after which a thread without work ends. */
  idle?: number
}

/** Refuses in words unless the PDF is only pages to look at (check-pdf.ts). */
export type PdfChecker = (bytes: Buffer) => Promise<void>

interface Thread {
  worker: Worker
  ending?: NodeJS.Timeout
}

/**
 * Each check has a thread to itself; one that ends well waits for the next file, because starting
 * costs half a second on a busy machine. Idle threads never keep the process from ending.
 */
export function createPdfChecker(limits: PdfCheckLimits = {}): PdfChecker {
  const { longest = 5000, mostMegabytes = 192, idle = 60_000 } = limits
  const resting: Thread[] = []

  const start = (): Thread => ({
    worker: new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
      // It needs nothing of what the process was told.
      execArgv: [],
      env: {},
    }),
  })
  const rest = (thread: Thread) => {
    const { worker } = thread
    const end = () => {
      const at = resting.indexOf(thread)
      if (at !== -1) resting.splice(at, 1)
      worker.terminate()
    }
    worker.removeAllListeners()
    worker.once('error', end)
    worker.unref()
    thread.ending = setTimeout(end, idle).unref()
    resting.push(thread)
  }

  return async (bytes) => {
    const thread = resting.pop() ?? start()
    clearTimeout(thread.ending)
    thread.worker.removeAllListeners()
    thread.worker.ref()
    try {
      const verdict = await ask(thread.worker, bytes, longest)
      rest(thread)
      if (verdict.refused) throw new Refusal(verdict.refused.kind, verdict.refused.message)
    } catch (error) {
      if (!resting.includes(thread)) await thread.worker.terminate()
      throw error
    }
  }
}

type Verdict = Exclude<PdfWorkerMessage, 'began'>

function ask(worker: Worker, bytes: Buffer, longest: number): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    let limit: NodeJS.Timeout | undefined
    const settle = (then: () => void) => {
      clearTimeout(limit)
      then()
    }
    worker.on('message', (said: PdfWorkerMessage) => {
      if (said !== 'began') settle(() => resolve(said))
      else limit = setTimeout(() => reject(tooCostly()), longest)
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
  new Refusal('invalid', 'This PDF cannot be checked; please save it anew, or choose another')
