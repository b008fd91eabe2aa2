/** The thread of sqlite-remote.ts: a connection that does what it is told, one thing after another. */
import { parentPort, workerData } from 'node:worker_threads'
import { Handle } from './sqlite-connection.ts'
import type { Answered, Told } from './sqlite-worker-client.ts'

const handle = new Handle(String(workerData), { readOnly: false })

parentPort?.on('message', (told: Told) => {
  parentPort?.postMessage(answerTo(told))
})

function answerTo(told: Told): Answered {
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
