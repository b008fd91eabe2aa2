/** The thread of sqlite-remote.ts: a connection that does what it is told, one thing after another. */
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteHandle } from './sqlite-connection.ts'
import type { WorkerRequest, WorkerResponse } from './sqlite-worker-client.ts'

const handle = new SqliteHandle(String(workerData), { readOnly: false })

parentPort?.on('message', (told: WorkerRequest) => {
  parentPort?.postMessage(answerTo(told))
})

function answerTo(told: WorkerRequest): WorkerResponse {
  try {
    if ('query' in told) return { result: handle.execute(told.query) }
    handle.run(told.run)
    return { result: undefined }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // What a thread throws loses all but its words on the way.
    return { failed: { ...error, message: error.message } }
  }
}
