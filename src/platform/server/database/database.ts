/** Opens and closes the database: SQLite in the data folder, or PostgreSQL, both through Kysely. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, type KyselyPlugin } from 'kysely'
import { reasonOf, StartupError } from '../core/startup-error.ts'
import { errorCodes, isSqliteBusy } from './database-errors.ts'
import { assertDurable } from './durability.ts'
import { openPostgresPool, PooledPostgresDialect } from './postgres-pool.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The tables by name; each is declared by the module that owns it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the owners of the tables
export interface Tables {}

/** An open database, or a transaction on it: queries take either. */
export type Database = Kysely<Tables>
type Engine = 'sqlite' | 'postgres'

export interface OpenDatabase {
  db: Database
  engine: Engine
  /** The connections of a pool; undefined for SQLite. */
  pool?: () => { total: number; idle: number; waiting: number }
  /** Waits for running queries, closes, and releases the lock on the data folder. */
  close: () => Promise<void>
}

const databaseName = 'portal.sqlite'

/** What all queries and results pass through. */
type Plugins = KyselyPlugin[]

/** Opens `portal.sqlite` in `folder` and locks the folder for this process. */
export function openSqlite(folder: string, plugins: Plugins = []): OpenDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(folder)
  try {
    const path = join(folder, databaseName)
    assertDatabase(path)
    const db = new Kysely<Tables>({ dialect: sqliteDialect(path), plugins })
    return {
      db,
      engine: 'sqlite',
      close: async () => {
        await db.destroy()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Whether the folder has a database already. */
export const hasSqlite = (folder: string): boolean => existsSync(join(folder, databaseName))

/**
 * Opens `portal.sqlite` in `folder` for a command that may run while the portal runs: takes no lock and creates
 * nothing. Throws StartupError when there is no database yet.
 */
export function openRunningSqlite(folder: string, plugins: Plugins = []): OpenDatabase {
  const path = join(folder, databaseName)
  if (!hasSqlite(folder))
    throw new StartupError(`There is no database in ${folder} yet; start the portal there once.`)
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new StartupError(`${path} cannot be written; run this as the user the portal runs as.`)
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(path), plugins })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

/**
 * Locks the folder with a file lock of the operating system, which is released even if the process is killed. Throws
 * StartupError when another process has it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'portal.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (!isSqliteBusy(error))
      throw new StartupError(
        `${join(folder, 'portal.lock')} is damaged; remove it and start again.`,
      )
    throw new StartupError(
      `Another portal is already running on the data folder ${folder}; stop it first, or give this one its own DATA_DIR.`,
    )
  }
  return () => lock.close()
}

/** Asserts that SQLite reports a write-ahead log and a flush at every commit (contract 10.8). */
function assertDatabase(path: string): void {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = wal; pragma synchronous = full')
    const { journal_mode: journal } = file.prepare('pragma journal_mode').get() ?? {}
    const { synchronous } = file.prepare('pragma synchronous').get() ?? {}
    if (journal === 'wal' && synchronous === 2) return
    throw new StartupError(
      `The database ${path} cannot promise to keep what it has acknowledged (journal ${journal}, synchronous ${synchronous}; needed: wal, 2).`,
    )
  } catch (error) {
    if (errorCodes(error).errcode !== 26) throw error
    throw new StartupError(`${path} is not a database; move it away, or restore a backup.`)
  } finally {
    file.close()
  }
}

interface PostgresOptions {
  connections?: number
  /** The setting that has the URL, for messages. */
  setting?: string
  plugins?: Plugins
}

/** Connects to PostgreSQL with a pool; several portal processes may share one database. */
export async function openPostgres(
  url: string,
  { connections = 10, setting = 'DATABASE_URL', plugins = [] }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const pool = openPostgresPool(url, connections)
  const db = new Kysely<Tables>({ dialect: new PooledPostgresDialect({ pool }), plugins })
  try {
    await assertDurable(db, setting)
  } catch (error) {
    await db.destroy()
    if (error instanceof StartupError) throw error
    const reason = reasonOf(error)
    throw new StartupError(`PostgreSQL does not answer at ${setting}: ${reason}.`)
  }
  return { db, engine: 'postgres', pool: pool.counts, close: () => db.destroy() }
}
