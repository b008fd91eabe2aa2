/** The type of a check: what can go wrong, how it is read, and its sentences. checks.ts lists the checks and views. */
import type { Config } from '#platform/server/config.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { Monitor } from '#platform/server/http/monitor.ts'
import type { Reading } from '#platform/server/monitoring/metrics.ts'
import type { World } from '#platform/server/world.ts'
import type { Instant } from '#shared/dates.ts'

/** Known even when the database cannot be opened. */
export interface ServerNeeds {
  config: Config
}

/** Known of a running portal, and beside one. */
export interface DataNeeds extends ServerNeeds {
  database: OpenDatabase
  now: () => Date
  /** Reads every file; otherwise some. */
  readsAllFiles?: boolean
}

/** Known in the process of a running portal only. */
export interface RunningNeeds extends World, DataNeeds {
  monitor: Monitor
}

type Maybe<Value> = Value | Promise<Value>

export interface Check<Needs> {
  title: string
  problems?: (needs: Needs) => Maybe<Problem[]>
  /** The id of its section on the System page, which has the problems and these facts. */
  section?: string
  facts?: (running: RunningNeeds) => Maybe<(readonly [name: string, value: string | number])[]>
  /** Whether what it checks is off on purpose, which is neither right nor wrong. */
  isOff?: (running: RunningNeeds) => boolean
  metrics?: (running: RunningNeeds) => Reading[]
  /** What administrators are notified of, by the subject of the event 'failure'. */
  failures?: Record<string, string>
}

/** A sentence with what is wrong and what to do: one for both the System page and the doctor, or one for each. */
export type Problem = string | { page: string; doctor?: string | undefined }

/** In milliseconds. */
export const ageOf = (at: Instant, now: Date): number => now.getTime() - Date.parse(at)

/** For metrics; undefined without a time. */
export const secondsSince = (at: Instant | null | undefined, now: Date): number | undefined =>
  at ? ageOf(at, now) / 1000 : undefined

/** Since `at` or since this process started, whichever is later, because tasks need time after a start. */
export const timeSince = (at: Instant | undefined, { monitor, now }: RunningNeeds): number =>
  Math.min(ageOf(monitor.startedAt, now()), ageOf(at ?? monitor.startedAt, now()))
