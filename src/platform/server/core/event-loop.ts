import { setImmediate as nextImmediate } from 'node:timers/promises'

/**
 * Lets pending requests, mails and timers run; call it between the steps of long work. One setImmediate is not enough:
 * when called from a request, it fires before the loop polls for I/O again.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextImmediate()
  await nextImmediate()
}

/**
 * For work of many small steps: await the returned function at each step. It yields to other work every `sliceMs`.
 */
export function pauses(sliceMs = 8): () => Promise<void> | undefined {
  let startedAt = performance.now()
  const pause = async () => {
    await yieldToEventLoop()
    startedAt = performance.now()
  }
  return () => (performance.now() - startedAt < sliceMs ? undefined : pause())
}
