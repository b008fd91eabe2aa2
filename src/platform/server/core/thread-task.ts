/** What the threads of threads.ts run. */
import { Tinypool } from 'tinypool'
import { Refusal } from '#shared/refusal.ts'
import type { ThreadAnswer, ThreadFunction, ThreadProgress, ThreadTask } from './threads.ts'

export async function runTask({ module, name, data, port }: ThreadTask): Promise<ThreadAnswer> {
  const send = (progress: ThreadProgress) => port.postMessage(progress)
  try {
    const { [name]: run }: Record<string, ThreadFunction> = await import(module)
    if (!run) throw new Error(`${module} has no export ${name}`)
    send('started')
    const bytes = await run(data as never, (done) => send({ done }))
    // A copy, because small Buffers of Node share one ArrayBuffer, which cannot be transferred.
    return bytes && (Tinypool.move(new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>)
  } catch (error) {
    // Any other error is a bug.
    if (!(error instanceof Refusal)) throw error
    const { kind, message, details } = error
    return { refused: { kind, message, details } }
  } finally {
    port.close()
  }
}
