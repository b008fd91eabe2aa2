/** The worker thread of sqlite-worker-client.ts: runs the requests of one connection in order. */
import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteHandle } from './sqlite-connection.ts'
import type { WorkerFile, WorkerRequest, WorkerResponse } from './sqlite-worker-client.ts'

const { path, readOnly }: WorkerFile = workerData
const handle = new SqliteHandle(path, { readOnly })
// Low priority, so that checks and copies do not delay requests. On Linux this affects only the calling thread.
if (readOnly && process.platform === 'linux')
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(respond(request))
})

/** The error that rolled the transaction back: nothing after it may run on its own. */
let failure: WorkerResponse | undefined

function respond(request: WorkerRequest): WorkerResponse {
  if (failure) return failure
  try {
    if ('query' in request) return { result: handle.execute(request.query) }
    if ('json' in request) {
      const parameters: unknown[] = JSON.parse(request.json)
      return { result: handle.execute({ sql: request.sql, parameters }) }
    }
    handle.exec(request.exec)
    return { result: undefined }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // A cloned Error keeps only its message and stack, so the codes travel in a plain object.
    const response = { error: { ...error, message: error.message } }
    if (!handle.inTransaction) failure = response
    return response
  }
}
