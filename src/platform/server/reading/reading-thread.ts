/**
 * A thread that reads long answers (full lists, exports) with a database connection of its own, so that
 * other requests do not wait for them. It is started for the first of them and ends when it is idle.
 */
import { Worker } from 'node:worker_threads'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue, type WorkQueue } from '../core/work-queue.ts'
import { addReader, type DatabaseSource } from '../database/database.ts'
import type { ContentEncoding } from '../http/content-encoding.ts'
import { type SpooledContent, spoolContent } from '../http/temp-files.ts'
import { type ReadingRequest, type ReadingResponse, receivedError } from './reading-messages.ts'

/** It holds about 60 MB, and starting another one takes a quarter of a second. */
const maxIdle = 10_000 // milliseconds
const maxMemory = 256

export interface ReadOptions {
  /** Who waits for the answer; clients take turns. */
  client: string
  /** How the content is compressed; less than 1 KiB is not. */
  encoding?: ContentEncoding | undefined
  /** Aborted when the client has gone. */
  signal?: AbortSignal | undefined
}

/** A complete answer. `content` must be read or closed. */
export interface ReadAnswer<Head> {
  head: Head
  encoding: ContentEncoding | undefined
  content: SpooledContent
}

/** One thread for each database. */
const threads = new WeakMap<object, ReadingThread>()

function threadOf(db: object): ReadingThread {
  const open = threads.get(db)
  if (open) return open
  const thread: ReadingThread = new ReadingThread(addReader(db, () => thread.close()))
  threads.set(db, thread)
  return thread
}

/**
 * Calls `read(db, data)` of a module in the thread, with a snapshot of the database. Resolves when the
 * content is complete; rejects with the errors of the module.
 */
export function readInThread<Head>(
  db: object,
  module: URL,
  data: unknown,
  options: ReadOptions,
): Promise<ReadAnswer<Head>> {
  return threadOf(db).read(module, data, options)
}

class ReadingThread {
  readonly #source: DatabaseSource
  // Two at once, so that a short list does not wait for a long export.
  readonly #enqueue: WorkQueue = createWorkQueue({
    capacity: 2,
    concurrency: 2,
    maxRunningPerClient: 1,
    maxWaiting: 100,
    maxWaitMs: minutes(1),
  })
  readonly #pending = new Map<number, (response: ReadingResponse) => void>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(source: DatabaseSource) {
    this.#source = source
  }

  read<Head>(module: URL, data: unknown, options: ReadOptions): Promise<ReadAnswer<Head>> {
    return this.#enqueue(1, () => this.#read(module, data, options), options.client)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  async #read<Head>(
    module: URL,
    data: unknown,
    { encoding, signal }: ReadOptions,
  ): Promise<ReadAnswer<Head>> {
    clearTimeout(this.#idle)
    if (signal?.aborted) throw abandoned()
    const worker = this.#open()
    this.#lastId += 1
    const id = this.#lastId
    const send = (request: ReadingRequest) => worker.postMessage(request)
    const answer: { head?: Head; encoding?: ContentEncoding | undefined } = {}
    const responses = responseQueue()
    this.#pending.set(id, responses.add)
    const cancel = () => send({ id, cancelled: true })
    signal?.addEventListener('abort', cancel)
    async function* content() {
      for await (const response of responses.all()) {
        if ('error' in response) throw receivedError(response.error)
        if ('head' in response) {
          answer.head = response.head as Head
          answer.encoding = response.encoding
        }
        if (!('chunk' in response)) continue
        yield response.chunk
        send({ id, consumed: true })
      }
      if (signal?.aborted) throw abandoned()
    }
    try {
      send({ id, task: { module: module.href, data, encoding } })
      const spooled = await spoolContent(content())
      return { head: answer.head as Head, encoding: answer.encoding, content: spooled }
    } catch (error) {
      cancel()
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#pending.delete(id)
      if (this.#pending.size === 0) this.#endLater()
    }
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      workerData: this.#source,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: 8 },
    })
    this.#worker = worker
    // The readings keep the process alive by themselves.
    worker.unref()
    worker.on('message', (response: ReadingResponse) => this.#pending.get(response.id)?.(response))
    let failure = new Error('The reading thread has ended')
    worker.on('error', (error: Error) => {
      failure = error
    })
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      const error = { message: failure.message, stack: failure.stack, details: {}, codes: {} }
      for (const [id, add] of this.#pending) add({ id, error: { ...error, kind: 'other' } })
    })
    return worker
  }

  #endLater(): void {
    this.#idle = setTimeout(() => {
      const worker = this.#worker
      this.#worker = undefined
      void worker?.terminate()
    }, maxIdle).unref()
  }
}

/** The client is gone, so this is never sent; a refusal, as it is no defect. */
const abandoned = () => new Refusal('unavailable', 'The client has closed the connection')

/** Responses in their order, up to the last one of a reading. */
function responseQueue() {
  const waiting: ReadingResponse[] = []
  let wake = () => {}
  return {
    add: (response: ReadingResponse) => {
      waiting.push(response)
      wake()
    },
    all: async function* () {
      for (;;) {
        const response = waiting.shift()
        if (response) {
          yield response
          if ('end' in response || 'error' in response) return
        } else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
