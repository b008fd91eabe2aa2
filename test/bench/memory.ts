import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Memory of a process in MB: resident now (VmRSS), at its peak (VmHWM), or anonymous (RssAnon). */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1]) * 1024) / 1e6
}

/**
 * Resident memory in MB when nothing was asked for a while: idle threads end after 10 seconds, and V8 frees
 * its pages 8 seconds later.
 */
export async function memoryAtRest(pid: number): Promise<number> {
  await sleep(20_000)
  return memoryOf(pid, 'VmRSS')
}

/** Samples the anonymous memory until the result is called, which returns its growth to the peak in MB. */
export function watchGrowth(pid: number): () => number {
  const before = memoryOf(pid, 'RssAnon')
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid, 'RssAnon'))
  }, 50).unref()
  return () => {
    clearInterval(timer)
    return peak - before
  }
}
