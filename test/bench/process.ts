/** Start time and memory of a portal. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { concurrently, type DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, measured, median, quantile } from '#test/drills/support/findings.ts'
import { adminEmail } from '#test/drills/support/sign-in.ts'

const maxStartMs = 1000
const maxMemoryMb = 150

export async function startAndMemory(env: DrillEnvironment, starts: number): Promise<Finding[]> {
  const settings = { DATA_DIR: env.folder(), ADMIN_EMAIL: adminEmail }
  const times: number[] = []
  const idle: number[] = []
  const used: number[] = []
  for (let i = 0; i <= starts; i++) {
    const portal = await env.launch(settings)
    const time = await portal.ready()
    // The first start creates the tables.
    if (i > 0) {
      times.push(time)
      idle.push(memoryOf(portal.pid))
      await concurrently(1000, 16, async () => {
        await env.client(portal).request('GET', '/api/about')
      })
      used.push(memoryOf(portal.pid))
    }
    await portal.end('SIGTERM')
  }
  const time = median(times)
  const memory = quantile(used, 1)
  return [
    measured(
      `start to /readyz 200, median of ${starts} (slowest ${quantile(times, 1).toFixed(0)} ms)`,
      `${time.toFixed(0)} ms`,
      `<= ${maxStartMs} ms`,
      time <= maxStartMs,
    ),
    measured(
      'memory (RSS) after the start',
      `${median(idle).toFixed(0)} MB`,
      `< ${maxMemoryMb} MB`,
      median(idle) < maxMemoryMb,
    ),
    measured(
      'memory (RSS) after 1,000 requests, highest',
      `${memory.toFixed(0)} MB`,
      `< ${maxMemoryMb} MB`,
      memory < maxMemoryMb,
    ),
  ]
}

/** Resident memory of a process in MB. */
function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  const kib = existsSync(status)
    ? readFileSync(status, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kib) * 1024) / 1e6
}
