/** Runs functions in threads with limits on time and memory, so that the server keeps answering. */
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
} from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { Refusal, type RefusalDetails, type RefusalKind } from '#shared/refusal.ts'

export interface ThreadLimits {
  /** The number of threads. A task waits while all are busy; the wait counts as start time. */
  maxThreads: number
  /** Megabytes of heap for one thread; the bytes of buffers come on top. */
  maxHeapMegabytes: number
  /** Milliseconds for one task, counted from its start in the thread. */
  maxMs: number
  /** Milliseconds until the task starts in its thread. */
  maxStartMs?: number
  /** Milliseconds after which an idle thread ends. */
  idleMs: number
  /** The refusal when a limit ended the thread; `started` is false if the task had not started. */
  refusal: (started: boolean) => Refusal
}

/** What a module exports for a thread; `data` and the bytes cross between the threads. */
export type ThreadFunction = (
  data: never,
  onProgress: (done: number) => void,
) => Promise<Uint8Array | undefined>

interface Call {
  module: URL
  /** The name of the exported function. */
  name: string
  /** Must be cloneable. */
  data: unknown
  /** Buffers in `data` that are transferred instead of copied. */
  transfer?: readonly Transferable[]
  onProgress?: ((done: number) => void) | undefined
}

export interface ThreadTask {
  module: string
  name: string
  data: unknown
  port: MessagePort
}
export type ThreadProgress = 'started' | { done: number }
/** A Refusal is sent as data, because it loses its class and fields between threads. */
export type ThreadAnswer =
  | Uint8Array<ArrayBuffer>
  | undefined
  | { refused: { kind: RefusalKind; message: string; details: RefusalDetails } }

/**
 * Threads are reused, because starting one takes half a second on a busy machine; idle ones do not keep the process
 * alive. The caller limits how many tasks wait. An error of the function is thrown here, a Refusal as a Refusal.
 */
export function createThreads(limits: ThreadLimits) {
  const { maxThreads, maxHeapMegabytes, maxMs, maxStartMs = 30_000, idleMs, refusal } = limits
  const pool = new Tinypool({
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    // The threads get neither the arguments nor the environment of the process.
    execArgv: [],
    env: {},
    // Otherwise an idle thread blocks its event loop.
    useAtomics: false,
  })
  // Errors of a thread without a task would end the process without a listener.
  pool.on('error', () => undefined)

  return async (call: Call): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const { module, name, data, transfer = [], onProgress = () => {} } = call
    const { port1, port2 } = new MessageChannel()
    // Ends the thread.
    const end = new AbortController()
    let started = false
    let timer = setTimeout(() => end.abort(), maxStartMs)
    const handle = (progress: ThreadProgress) => {
      if (progress !== 'started') return onProgress(progress.done)
      started = true
      clearTimeout(timer)
      timer = setTimeout(() => end.abort(), maxMs)
    }
    port1.on('message', handle)
    const task: ThreadTask = { module: module.href, name, data, port: port2 }
    const answer: ThreadAnswer = await pool
      .run(task, { ...program, signal: end.signal, transferList: [port2, ...transfer] })
      .catch((error: unknown) => {
        throw end.signal.aborted || isOutOfMemory(error) ? refusal(started) : error
      })
      .finally(() => {
        // The answer uses a different port and may arrive first.
        for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
          handle(next.message)
        clearTimeout(timer)
        port1.close()
      })
    if (!answer || answer instanceof Uint8Array) return answer
    const { kind, message, details } = answer.refused
    throw new Refusal(kind, message, details)
  }
}

/** Passed with each task, because the pool never settles tasks whose thread fails to load the pool's own file. */
const program = { filename: new URL('./thread-task.ts', import.meta.url).href, name: 'runTask' }

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
