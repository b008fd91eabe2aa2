/**
 * Progress of long-running admin requests, identified by the key that the client sent; the client polls for it. It is
 * held in the memory of the process that runs the request. On PostgreSQL it is also stored in a table,
 * because a poll may reach another process.
 */

import type { Instant } from '#shared/dates.ts'
import { newId } from '../core/ids.ts'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

declare module './database.ts' {
  interface Tables {
    request_progress: {
      id: string
      admin_id: string
      key: string
      /** JSON. */
      state: string
      /** When it was last stored; the entry of a process that ended is ignored. */
      at: Instant
    }
  }
}

export interface Progress<State> {
  report: (state: State) => void
  /** Call it outside of transactions: it waits for a connection. */
  end: () => Promise<void>
}

interface Entry {
  adminId: string
  key: string
  state: unknown
}

const maxEntries = 100

const storeMs = 1000
/** Entries are stored at least so often, also without news. */
const maxSilenceMs = 10_000
const maxAgeMs = 3 * maxSilenceMs

/** The progress of the requests that one process runs. A process has one, whose functions are exported below. */
export function createProgress() {
  /** Oldest first. A key that is sent again while its request runs has two entries. */
  const running = new Set<Entry>()

  /** Without a key nothing is recorded. */
  function start<State extends object>(
    { db, now }: { db: Database; now: () => Date },
    adminId: string,
    key: string | undefined,
    state: State,
  ): Progress<State> {
    if (key === undefined || key === '' || running.size >= maxEntries)
      return { report: () => {}, end: async () => {} }
    const entry: Entry = { adminId, key, state }
    running.add(entry)
    const endStoring = isPostgres(db) ? storePeriodically(db, now, entry) : undefined
    return {
      report: (reported) => {
        entry.state = reported
      },
      end: async () => {
        running.delete(entry)
        await endStoring?.()
      },
    }
  }

  /** The oldest running request with this key; null when none runs. */
  async function current<State extends object>(
    { db, now }: { db: Database; now: () => Date },
    adminId: string,
    key: string,
  ): Promise<State | null> {
    const entry = [...running].find((one) => one.adminId === adminId && one.key === key)
    // `startProgress` is called with the same type for the keys of one endpoint.
    if (entry) return entry.state as State
    if (!isPostgres(db)) return null
    const row = await db
      .selectFrom('request_progress')
      .select('state')
      .where('admin_id', '=', adminId)
      .where('key', '=', key)
      .where('at', '>', new Date(now().getTime() - maxAgeMs).toISOString())
      .orderBy('id')
      .executeTakeFirst()
    return row ? JSON.parse(row.state) : null
  }

  return { startProgress: start, currentProgress: current }
}

export const { startProgress, currentProgress } = createProgress()

/** Stores changes of the entry, at most once a second, until the returned function is called. */
function storePeriodically(db: Database, now: () => Date, entry: Entry): () => Promise<void> {
  const id = newId(now())
  let stored: { state: unknown; at: number } | undefined
  let storing: Promise<unknown> | undefined
  const store = async () => {
    const { adminId: admin_id, key, state } = entry
    const time = now()
    stored = { state, at: time.getTime() }
    const row = { id, admin_id, key, state: JSON.stringify(state), at: time.toISOString() }
    await db
      .insertInto('request_progress')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: row.state, at: row.at }))
      .execute()
  }
  const timer = setInterval(() => {
    if (storing) return
    const isNew = stored?.state !== entry.state
    if (!isNew && now().getTime() - (stored?.at ?? 0) < maxSilenceMs) return
    // Progress is for information: a failure must not end the work.
    storing = store()
      .catch(() => {})
      .finally(() => {
        storing = undefined
      })
  }, storeMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await storing
    if (stored === undefined) return
    // Also deletes the entries of processes that were killed.
    const oldest = new Date(now().getTime() - maxAgeMs).toISOString()
    await db
      .deleteFrom('request_progress')
      .where((where) => where.or([where('id', '=', id), where('at', '<', oldest)]))
      .execute()
      .catch(() => {})
  }
}
