/** A connection to SQLite in a thread of its own, for transactions that take long. */
import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'

export type WorkerRequest = { query: Pick<CompiledQuery, 'sql' | 'parameters'> } | { run: string }
export type WorkerResponse =
  | { result: QueryResult<unknown> | undefined }
  | { failed: Record<string, unknown> & { message: string } }

export interface WorkerConnection {
  execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  run: (text: string) => Promise<void>
  /** Ends the thread; what it had not committed never happened. */
  close: () => Promise<void>
}

/** The database file at `path`; the portal goes on answering while the thread works. */
export function openWorkerConnection(path: string): WorkerConnection {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    workerData: path,
    execArgv: [],
    env: {},
  })
  const waiting: PromiseWithResolvers<QueryResult<unknown> | undefined>[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    for (const one of waiting.splice(0)) one.reject(ended)
  }
  worker.on('message', (answer: WorkerResponse) => {
    const first = waiting.shift()
    if ('result' in answer) first?.resolve(answer.result)
    else first?.reject(Object.assign(new Error(answer.failed.message), answer.failed))
  })
  worker.once('error', end)
  worker.once('exit', () => end(new Error('The thread of this transaction has ended')))

  const tell = (told: WorkerRequest) => {
    if (ended) return Promise.reject(ended)
    const answer = Promise.withResolvers<QueryResult<unknown> | undefined>()
    waiting.push(answer)
    worker.postMessage(told)
    return answer.promise
  }
  return {
    execute: async <Row>({ sql, parameters }: CompiledQuery) => {
      const result = await tell({ query: { sql, parameters } })
      // The border: the thread answers what the query says.
      return (result ?? { rows: [] }) as QueryResult<Row>
    },
    run: async (text) => {
      await tell({ run: text })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
