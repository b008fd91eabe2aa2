import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves to true as soon as the condition is true, and to false when it is still false after `maxMs`
 * milliseconds. It is checked every `everyMs` milliseconds, at least once.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  maxMs: number,
  everyMs = 50,
): Promise<boolean> {
  const end = performance.now() + maxMs
  while (!(await condition())) {
    if (performance.now() >= end) return false
    await sleep(everyMs)
  }
  return true
}

/** True when a GET of the address is answered with a status of 2xx. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  await response?.text().catch(() => '')
  return response?.ok === true
}
