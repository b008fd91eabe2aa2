import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockOptions } from '#test/setup/clock.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'

/** A clock for portals that a drill moves while they run: pass `nodeOptions` to the portals. */
export function movedClock(env: DrillEnvironment) {
  const file = join(env.folder(), 'shift')
  // Renamed, because the portals read it whenever they need the time.
  const write = (ms: number) => {
    writeFileSync(`${file}.new`, String(ms))
    renameSync(`${file}.new`, file)
  }
  write(0)
  return {
    nodeOptions: clockOptions({ file }),
    /** Sets the clock to this moment, from which it continues. */
    moveTo: (moment: number) => write(moment - Date.now()),
  }
}
