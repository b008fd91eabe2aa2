import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrillEnvironment } from '../support/environment.ts'

/** A clock for portals that a drill moves while they run: pass `nodeOptions` to the portals. */
export function movedClock(env: DrillEnvironment) {
  const file = join(env.folder(), 'shift')
  const write = (ms: number) => writeFileSync(file, String(ms))
  write(0)
  const module = new URL('../support/shifted-clock.ts', import.meta.url)
  module.searchParams.set('file', file)
  return {
    nodeOptions: ['--import', module.href],
    /** The clock shows this moment now, and goes on from there. */
    moveTo: async (moment: number) => {
      write(moment - Date.now())
      // The portals read the file every 20 ms.
      await sleep(300)
    },
  }
}
