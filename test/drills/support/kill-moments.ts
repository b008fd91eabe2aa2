import { setTimeout as sleep } from 'node:timers/promises'

/**
 * When to kill a portal that works on a request: waits until a random moment around the usual time of the answer,
 * which it learns, so that about half of the kills come before the answer. `sent` must not reject.
 */
export function killMoments(firstMs: number): (sent: Promise<unknown>) => Promise<void> {
  let usualMs = firstMs
  return async (sent) => {
    let isAnswered = false
    const answered = sent.then(() => {
      isAnswered = true
    })
    await Promise.race([sleep(usualMs * (0.5 + Math.random())), answered.then(() => sleep(5))])
    usualMs *= isAnswered ? 0.85 : 1.15
  }
}
