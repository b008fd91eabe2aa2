/**
 * Several portal processes behind one port of one machine: starts them, replaces those that end, and stops
 * them. All workers accept from one queue of connections, which this process keeps open, so that a worker
 * that ends breaks only the requests it was answering.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { minutes } from '#shared/durations.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { StartupError } from './startup-error.ts'

const maxWorkers = 64
const minDelay = 100 // milliseconds
const maxDelay = 10_000
/** A worker that has run this long was no failed start. */
const stableAfter = minutes(1)
/** Longer than a portal takes to stop, shorter than systemd waits. */
const maxStopMs = 13_000

/** The slot of a worker, from 0; it stays the same when another process takes it. */
const slotVariable = 'PORTAL_WORKER'
const announcesVariable = 'PORTAL_ANNOUNCES'

/** The number after `--workers` of a command line; 1 without it. StartupError for what is none. */
export function readWorkers(options: string[]): number {
  const { values } = parseArgs({
    args: options,
    options: { workers: { type: 'string' } },
    strict: false,
  })
  const typed = values.workers ?? '1'
  const count = Number(typed)
  if (/^\d+$/.test(String(typed)) && count >= 1 && count <= maxWorkers) return count
  throw new StartupError(
    `--workers is "${typed}"; it must be a whole number from 1 to ${maxWorkers}.`,
  )
}

/** StartupError when these settings do not allow `count` workers. */
export function assertWorkers(config: Config, count: number): void {
  if (config.databaseUrl === undefined || config.sample)
    throw new StartupError(
      'Several workers need PostgreSQL: set DATABASE_URL and ADMIN_EMAIL, or start without --workers.',
    )
  const first = config.metricsPort
  if (first === undefined) return
  const last = first + count - 1
  if (last > 65535 || (first <= config.port && config.port <= last))
    throw new StartupError(
      `METRICS_PORT is ${first}, and each worker has a port of its own: ${first} to ${last} must be free and without PORT.`,
    )
}

/** What a worker process knows about itself; undefined for a portal that is no worker. */
export function ownWorker(): { slot: number; announces: boolean } | undefined {
  if (!cluster.worker) return undefined
  // Node would end this process at once when the supervisor is gone; main.ts stops it in order.
  cluster.worker.exitedAfterDisconnect = true
  return {
    slot: Number(process.env[slotVariable]),
    announces: process.env[announcesVariable] === 'yes',
  }
}

export interface Workers {
  /** Starts another process in each slot, one after the other; none stops before its successor serves. */
  restart: () => Promise<void>
  /** Stops all; resolves when they have exited. */
  stop: () => Promise<void>
}

/**
 * Starts the first worker, which migrates the database and prints the messages of the start, then the
 * others. undefined when the first one cannot start; it has said why.
 */
export async function startWorkers(count: number, log: Log): Promise<Workers | undefined> {
  // Round robin, the default, loses a connection on its way to a worker that ends: its client waits for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const slots: (Worker | undefined)[] = Array(count).fill(undefined)
  let isStopping = false
  let restarting: Promise<void> | undefined

  const fork = (slot: number, announces = false): Worker => {
    const worker = cluster.fork({
      [slotVariable]: String(slot),
      [announcesVariable]: announces ? 'yes' : 'no',
    })
    const startedAt = performance.now()
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping || slots[slot] !== worker) return
      log.error({ worker: slot, ended: worker.process.pid, code, signal }, 'worker ended')
      replace(slot, performance.now() - startedAt > stableAfter ? 0 : delays[slot])
    })
    return worker
  }
  const delays: number[] = Array(count).fill(0)
  const replace = (slot: number, delay = 0): void => {
    delays[slot] = Math.min(Math.max(2 * delay, minDelay), maxDelay)
    setTimeout(() => {
      if (!isStopping) slots[slot] = fork(slot)
    }, delay)
  }

  const first = fork(0, true)
  if (!(await serves(first))) return undefined
  slots[0] = first
  for (let slot = 1; slot < count; slot++) slots[slot] = fork(slot)
  log.info({ workers: count }, 'workers started')

  const restart = async (): Promise<void> => {
    for (let slot = 0; slot < count && !isStopping; slot++) {
      const successor = fork(slot)
      if (!(await serves(successor))) {
        log.error({ worker: slot }, 'the new worker did not start; the old ones go on')
        return
      }
      const old = slots[slot]
      slots[slot] = successor
      if (old) await end(old)
    }
  }
  return {
    restart: () => {
      restarting ??= restart().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    stop: async () => {
      isStopping = true
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
    },
  }
}

/** Resolves when the worker accepts requests; false when it exits before. */
const serves = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve(true))
    worker.once('exit', () => resolve(false))
  })

/** Stops a worker in order; after `maxStopMs` at once. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exited = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const force = setTimeout(() => worker.process.kill('SIGKILL'), maxStopMs)
  await exited
  clearTimeout(force)
}
