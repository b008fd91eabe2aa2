import { setImmediate as nextImmediate } from 'node:timers/promises'

/** Lets pending requests, mails and timers run: call it between the steps of long work. */
export const yieldToEventLoop = (): Promise<void> => nextImmediate()

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
