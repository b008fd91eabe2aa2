/**
 * The one clock of a test run. It starts at `TEST_NOW`, an ISO time, and goes on from there: in the tests, in portals
 * and commands that they start, and in pages. `TEST_NOW=2027-02-15T10:00:00+05:30 npm test` is a run in the season.
 */
import { runInNewContext } from 'node:vm'
import { shiftDate } from './shift-date.ts'

/** Outside of the season of dues, far from midnight and from the ends of a year: tests are the same on each day. */
const usualStart = '2026-11-16T10:00:00+05:30'

/** Starts the clock in this process and in those it starts. They take it from NODE_OPTIONS. */
export function startClock(start = process.env.TEST_NOW ?? usualStart): void {
  const moment = Date.parse(start)
  if (Number.isNaN(moment)) throw new Error(`TEST_NOW is not an ISO time: ${start}`)
  const others = process.env.NODE_OPTIONS ?? ''
  // Skipped when the configuration is loaded a second time.
  if (others.includes(preloaded.pathname)) return
  const ms = moment - Date.now()
  process.env.TEST_NOW = start
  process.env.NODE_OPTIONS = [others, ...clockOptions({ ms })].join(' ').trim()
  shiftDate(ms)
}

const preloaded = new URL('./shifted-clock.ts', import.meta.url)

/**
 * Options of Node for a program with another clock: moved by `ms`, or by the milliseconds in a file, or standing at
 * the moment in a file, in milliseconds.
 */
export function clockOptions(
  shift: { ms: number } | { file: string } | { stands: string },
): string[] {
  const module = new URL(preloaded)
  for (const [name, value] of Object.entries(shift)) module.searchParams.set(name, `${value}`)
  return ['--import', module.href]
}

/** For programs that get no other variables of this process. */
export const clockVariables = (): { NODE_OPTIONS?: string } => {
  const { NODE_OPTIONS } = process.env
  return NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS }
}

/** How far the clock of this process is from that of the machine, in milliseconds; pages have that one at first. */
export const clockShift = (): number => Date.now() - Number(runInNewContext('Date.now()'))

/** The same moment in each process of the run, whenever it is asked. */
export const startOfRun = (): Date => new Date(process.env.TEST_NOW ?? usualStart)

/** The moment that is as many milliseconds from now; a negative number is before. */
export const fromNow = (ms: number): Date => new Date(Date.now() + ms)
