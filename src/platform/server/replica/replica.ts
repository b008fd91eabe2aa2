/**
 * A standby of the PostgreSQL server, from which lists are read. It is used while it follows the primary
 * closely; otherwise, and without one, the primary serves everything.
 */
import { Kysely, sql } from 'kysely'
import type { Database, Tables } from '../database/database.ts'
import { openPostgresPool, PooledPostgresDialect } from '../database/postgres-pool.ts'
import type { Log } from '../log.ts'
import { openReadingThread } from '../reading/reading-thread.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'

/** How old the data of the standby may be, in milliseconds. */
export const maxLag = 10_000
const checkInterval = 1000
const connections = 10
/** Short, because the primary can answer instead. */
const timeouts = { connect: 2000, answer: 10_000 }

/** A position in the write-ahead log: 'X/Y' as a number. */
export type Position = bigint

export interface Replica {
  db: Database
  /** True while reading may go on here, for a client who knows of writes up to `position`. */
  isUsable: (position: Position | undefined) => Promise<boolean>
  /** Reading failed: the primary serves until the standby answers again. */
  report: (error: unknown) => void
  /** Milliseconds that the standby is behind; undefined while it is not used. */
  lag: () => number | undefined
  close: () => Promise<void>
}

/** By the database of the primary. */
const replicas = new WeakMap<object, Replica>()

export const replicaOf = (primary: Database): Replica | undefined => replicas.get(primary)

/** Starts to follow the standby at `url`; it need not answer yet. */
export function openReplica(primary: Database, url: string, log: Log): Replica {
  const pool = openPostgresPool(url, connections, timeouts)
  const db = new Kysely<Tables>({ dialect: new PooledPostgresDialect({ pool }) })
  const closeThread = openReadingThread(db, { url })
  /** Positions of the primary that the standby has not reached, with the time they were read. */
  let ahead: { at: number; position: Position }[] = []
  let upToDateAt = Number.NEGATIVE_INFINITY
  let replayed: Position = 0n
  let wasUsed: boolean | undefined

  const readReplayed = async () => {
    const position = await replayedPosition(db)
    if (position > replayed) replayed = position
  }
  const lag = () => {
    const behind = performance.now() - upToDateAt
    return behind <= maxLag ? behind : undefined
  }
  const setUnusable = (error: unknown) => {
    upToDateAt = Number.NEGATIVE_INFINITY
    replayed = 0n
    ahead = []
    if (wasUsed !== false) log.warn({ err: error }, 'the replica is not used')
    wasUsed = false
  }
  const checkOnce = async () => {
    const at = performance.now()
    ahead.push({ at, position: await primaryPosition(primary) })
    await readReplayed()
    const reached = ahead.findLast(({ position }) => position <= replayed)
    if (reached) {
      upToDateAt = reached.at
      ahead = ahead.filter((sample) => sample.at > reached.at)
    }
    // Of a standby that is far behind, the last minutes suffice.
    ahead = ahead.slice(-300)
    const isUsed = lag() !== undefined
    if (isUsed && wasUsed !== true) log.info('lists are read from the replica')
    if (!isUsed && wasUsed !== false) log.warn('the replica is too far behind and is not used')
    wasUsed = isUsed
  }
  const task: RepeatedTask = repeat(() => checkOnce().catch(setUnusable), checkInterval)
  void task.run()
  const replica: Replica = {
    db,
    lag,
    report: setUnusable,
    isUsable: async (position) => {
      if (lag() === undefined) return false
      if (position === undefined || position <= replayed) return true
      await readReplayed()
      return position <= replayed
    },
    close: async () => {
      replicas.delete(primary)
      await task.stop()
      await closeThread()
      await db.destroy()
    },
  }
  replicas.set(primary, replica)
  return replica
}

/** The number of a position; undefined for what is none. */
export function parsePosition(text: string | undefined): Position | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/.exec(text ?? '') ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** What the primary has stored, as text: no acknowledged write is behind it. */
export async function storedPosition(primary: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary)
  return rows[0]?.position ?? ''
}

const primaryPosition = async (primary: Database): Promise<Position> =>
  parsePosition(await storedPosition(primary)) ?? 0n

async function replayedPosition(db: Database): Promise<Position> {
  const { rows } = await sql<{ position: string | null; is_standby: boolean }>`
    select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as is_standby`.execute(
    db,
  )
  const [server] = rows
  if (!server?.is_standby) throw new Error('The server at DATABASE_REPLICA_URL is not a standby')
  return parsePosition(server.position ?? undefined) ?? 0n
}
