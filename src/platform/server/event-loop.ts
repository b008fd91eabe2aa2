import { setImmediate as nextImmediate } from 'node:timers/promises'

/** Lets pending requests, mails and timers run: call it between the steps of long work. */
export const yieldToEventLoop = (): Promise<void> => nextImmediate()
