/** A connection to SQLite in a worker thread, for long transactions. */
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'

export type WorkerRequest =
  | { query: Pick<CompiledQuery, 'sql' | 'parameters'> }
  /** A query whose parameters are JSON. */
  | { sql: string; json: string }
  | { exec: string }
export type WorkerResponse =
  | { result: QueryResult<unknown> | undefined }
  | { error: Record<string, unknown> & { message: string } }

export interface WorkerConnection {
  execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  exec: (text: string) => Promise<void>
  /** Terminates the thread; uncommitted changes are rolled back. */
  close: () => Promise<void>
}

export interface WorkerFile {
  path: string
  readOnly: boolean
}

/** Cloning this many values takes longer than writing and parsing them as JSON. */
const manyParameters = 100

const isJsonValue = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)

/** Opens the database file at `path` in a new thread; requests are answered in their order. */
export function openWorkerConnection(
  path: string,
  { readOnly }: { readOnly: boolean } = { readOnly: false },
): WorkerConnection {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    workerData: { path, readOnly } satisfies WorkerFile,
    execArgv: [],
    env: {},
  })
  const pending: PromiseWithResolvers<QueryResult<unknown> | undefined>[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    for (const request of pending.splice(0)) request.reject(ended)
  }
  worker.on('message', (response: WorkerResponse) => {
    const request = pending.shift()
    if ('result' in response) request?.resolve(response.result)
    else request?.reject(Object.assign(new Error(response.error.message), response.error))
  })
  worker.once('error', end)
  worker.once('exit', () => end(new Error('The thread of this transaction has ended')))

  const send = (request: WorkerRequest) => {
    if (ended) return Promise.reject(ended)
    const response = Promise.withResolvers<QueryResult<unknown> | undefined>()
    pending.push(response)
    worker.postMessage(request)
    return response.promise
  }
  return {
    execute: async <Row>({ sql, parameters }: CompiledQuery) => {
      const result = await send(
        parameters.length >= manyParameters && parameters.every(isJsonValue)
          ? { sql, json: JSON.stringify(parameters) }
          : { query: { sql, parameters } },
      )
      // Untyped at the thread boundary: the rows are those of the query.
      return (result ?? { rows: [] }) as QueryResult<Row>
    },
    exec: async (text) => {
      await send({ exec: text })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
