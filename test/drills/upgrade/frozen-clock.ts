/** A clock for portals that only moves when the drill sets it, so that two portals store the same times. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockOptions } from '#test/setup/clock.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'

export interface FrozenClock {
  /** The options of Node for portals and commands with this clock. */
  nodeOptions: string[]
  /** An ISO time. */
  set: (moment: string) => void
  /** Seconds later. */
  advance: (seconds: number) => void
  now: () => Date
}

export function createFrozenClock(env: DrillEnvironment, start: string): FrozenClock {
  const file = join(env.folder(), 'now')
  let now = Date.parse(start)
  // Renamed, because the portals read it whenever they need the time.
  const write = (moment: number) => {
    now = moment
    writeFileSync(`${file}.new`, String(now))
    renameSync(`${file}.new`, file)
  }
  write(now)
  return {
    nodeOptions: clockOptions({ stands: file }),
    set: (moment) => write(Date.parse(moment)),
    advance: (seconds) => write(now + seconds * 1000),
    now: () => new Date(now),
  }
}
