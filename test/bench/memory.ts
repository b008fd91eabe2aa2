import { readFileSync } from 'node:fs'

/** Memory of a process in MB: resident now (VmRSS), at its peak (VmHWM), or anonymous (RssAnon). */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1]) * 1024) / 1e6
}
