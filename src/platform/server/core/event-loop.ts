import { setImmediate as nextImmediate } from 'node:timers/promises'

/**
 * Lets pending requests, mails and timers run: call it between the steps of long work. One immediate is not enough:
 * that of a request, which runs when the loop polls, comes before the loop polls again.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextImmediate()
  await nextImmediate()
}

/**
 * For work of many small steps: await the result at each step. After every `sliceMs` of work it lets other work run.
 */
export function pauses(sliceMs = 8): () => Promise<void> | undefined {
  let startedAt = performance.now()
  const pause = async () => {
    await yieldToEventLoop()
    startedAt = performance.now()
  }
  return () => (performance.now() - startedAt < sliceMs ? undefined : pause())
}
