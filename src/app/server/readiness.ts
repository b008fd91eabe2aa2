/** /readyz: whether the portal can answer and save (contract 10.4). Open to everyone, so it has no details. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#platform/server/core/log.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { DiskGuard } from '#platform/server/disk/disk-guard.ts'
import { diskProblem } from '#platform/server/disk/disk-space.ts'
import type { Instant } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** One row, written to find out whether the database can be written. */
    write_probe: { id: number; written_at: Instant }
  }
}

const interval = 2000 // milliseconds
/** A large import on SQLite lets other writes wait longer; a PostgreSQL that takes longer is not ready. */
const maxProbeMs = 3000

interface ReadinessOptions {
  database: OpenDatabase
  disk: DiskGuard
  /** Throws a Refusal when the storage of files does not answer. */
  checkFiles: () => Promise<void>
  log: Log
  now: () => Date
}

/** Returns a check that throws a Refusal with the reason; it runs at most once in two seconds. */
export function readinessCheck(options: ReadinessOptions): () => Promise<void> {
  const probe = startProbe(options)
  return atMostEvery(interval, async () => {
    try {
      await probe()
    } catch (error) {
      options.log.error({ err: error }, 'not ready')
      throw notReady(reasons[diskProblem(error) ?? 'silent'])
    }
    if (await options.disk.check()) throw notReady(reasons.full)
    await options.checkFiles()
  })
}

const reasons = {
  full: 'The disk is full',
  failing: 'The disk cannot be written',
  silent: 'The database is not responding',
}

const notReady = (reason: string) => new Refusal('unavailable', reason, { retryAfter: 5 })

/** Writes a row. While an earlier write still waits for the lock of SQLite, reading is enough. */
function startProbe({ database: { db, engine }, now }: ReadinessOptions): () => Promise<void> {
  let pending: Promise<void> | undefined
  const write = async () => {
    const row = { written_at: now().toISOString() }
    await db
      .insertInto('write_probe')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }
  return async () => {
    pending ??= write().finally(() => {
      pending = undefined
    })
    const timeout = new AbortController()
    const hasWritten = await Promise.race([
      pending.then(() => true),
      sleep(maxProbeMs, false, { ref: false, signal: timeout.signal }),
    ]).finally(() => timeout.abort())
    if (hasWritten) return
    pending?.catch(() => {})
    if (engine === 'postgres') throw new Error('Writing a row took too long')
    await sql`select 1`.execute(db)
  }
}

/** Calls `check` at most once in `interval` milliseconds. */
function atMostEvery(pause: number, check: () => Promise<void>): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | undefined
  return () => {
    const at = performance.now()
    if (!last || at - last.at > pause) last = { at, result: check() }
    return last.result
  }
}
