import { parentPort } from 'node:worker_threads'
import type { RenderRequest, RenderResponse } from './render-in-worker.ts'

parentPort?.on('message', async (request: RenderRequest) => {
  const { response, transfer } = await respond(request)
  parentPort?.postMessage(response, transfer)
})

const reportDone = (done: number) => parentPort?.postMessage({ done } satisfies RenderResponse)

async function respond({ module, data }: RenderRequest) {
  try {
    const { render } = await import(module)
    // A copy of its own, because buffers of Node share memory.
    const bytes = new Uint8Array(await render(data, reportDone))
    const response: RenderResponse = { bytes }
    return { response, transfer: [bytes.buffer] }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const response: RenderResponse = { error: message }
    return { response, transfer: [] }
  }
}
