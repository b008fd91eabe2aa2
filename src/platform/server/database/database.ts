/** Opens either engine behind one query layer, brings its tables up to date, closes it. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type AliasedRawBuilder,
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  sql,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { errorCodes, isSqliteBusy } from './database-errors.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Every table, each declared by the module that owns it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the owners of the tables
export interface Tables {}

/** An open database, or a transaction on one: queries take either. */
export type Database = Kysely<Tables>
export type Engine = 'sqlite' | 'postgres'

export interface OpenDatabase {
  db: Database
  engine: Engine
  /** Waits for what runs, then closes; the lock on the data folder goes with it. */
  close: () => Promise<void>
}

/** A reason not to start, in one sentence for the operator. */
export class StartupError extends Error {
  override readonly name = 'CannotOpen'
}

/** The embedded database `portal.sqlite` in `folder`, for this process alone. */
export function openSqlite(folder: string): OpenDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(folder)
  try {
    const path = join(folder, 'portal.sqlite')
    assertDatabase(path)
    const db = new Kysely<Tables>({ dialect: sqliteDialect(path) })
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

/**
 * The embedded database in `folder` beside a portal that may be running on it: the folder is not
 * locked and nothing is made. CannotOpen when there is no database yet.
 */
export function openRunningSqlite(folder: string): OpenDatabase {
  const path = join(folder, 'portal.sqlite')
  if (!existsSync(path))
    throw new StartupError(`There is no database in ${folder} yet; start the portal there once.`)
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new StartupError(`${path} cannot be written; run this as the user the portal runs as.`)
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(path) })
  return { db, engine: 'sqlite', close: () => db.destroy() }
}

/**
 * Holds the folder by a lock of the operating system, which ends with the process however it
 * ends; a second process is told so and touches nothing.
 */
function lockFolder(folder: string): () => void {
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

/** Write-ahead log and a flush at every commit, as SQLite itself reports them (contract 10). */
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

// Counts and sums of paise come as bigint from PostgreSQL; all of ours fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (digits) => Number(digits))

/** PostgreSQL at `url`, through a pool; any number of portal processes may share it. */
export async function openPostgres(url: string, connections = 10): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Also how long a request waits its turn for one of them: as long as a writer on SQLite.
    connectionTimeoutMillis: 30_000,
    application_name: 'members-portal',
    options: '-c synchronous_commit=on -c statement_timeout=60000',
  })
  // A broken idle connection is replaced by the pool; the query that needs it says so itself.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`PostgreSQL does not answer at DATABASE_URL: ${reason}.`)
  }
  return { db, engine: 'postgres', close: () => db.destroy() }
}

/**
 * Brings the tables to the newest of `migrations` (name to migration, in the order of the names),
 * once, however many processes start together. A database that knows a migration we do not is
 * newer than this program: CannotOpen.
 */
export async function migrate(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const foreign = (await appliedMigrations(db)).find((name) => !(name in migrations))
  if (foreign)
    throw new StartupError(
      `This database was last used by a newer portal (it knows "${foreign}"); start that version, or restore an older backup.`,
    )
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** CannotOpen unless the tables are exactly those of `migrations`: for those who may not migrate. */
export async function assertMigrated(
  db: Database,
  migrations: Record<string, Migration>,
): Promise<void> {
  const applied = await appliedMigrations(db)
  if (applied.toSorted().join() !== Object.keys(migrations).toSorted().join())
    throw new StartupError(
      'This database belongs to another version of the portal; start this version on it once.',
    )
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}

/**
 * True where the column, of text without control characters but ends of lines, holds the text
 * somewhere, letter for letter; quick on any text. SQLite's glob takes half the time of its instr.
 */
export function containsText(db: Database, column: string, text: string): RawBuilder<boolean> {
  if (engineOf(db) === 'postgres') return sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`
  if (text.includes('\0')) return sql<boolean>`false`
  return sql<boolean>`${sql.ref(column)} glob ${`*${text.replace(/[*?[]/g, '[$&]')}*`}`
}

/**
 * A table under a name, read as told by SQLite: 'indexed by x' or 'not indexed'. Its planner guesses
 * without statistics, and lists must not wait for a wrong guess. PostgreSQL keeps its own counsel.
 */
export const tableWithHint = <Table extends keyof Tables & string, Alias extends string>(
  db: Database,
  table: Table,
  alias: Alias,
  how = '',
): AliasedRawBuilder<Tables[Table], Alias> =>
  sql<Tables[Table]>`${sql.table(table)}`.as<Alias>(
    sql.raw(engineOf(db) === 'postgres' ? alias : `${alias} ${how}`),
  )

/** What a text column is sorted by, the same on both engines: small letters as capitals, then bytes. */
export const sortKey = (db: Database, column: RawBuilder<unknown>): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql<string>`lower(coalesce(${column}, '') collate "C")`
    : sql<string>`lower(coalesce(${column}, ''))`

/** Which engine is beneath. */
export function engineOf(db: Database): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

const place = 'the value of a frequent query'

/**
 * A query with one value that runs at every request: put into SQL once for each database, which
 * costs more than to run it. `build` gets a place for the value; it answers the first row.
 */
export function compiledOnce<Row>(
  build: (db: Database, value: string) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row | undefined> {
  const known = new WeakMap<Database, CompiledQuery<Row>>()
  return async (db, value) => {
    const query = known.get(db) ?? build(db, place).compile()
    known.set(db, query)
    const parameters = query.parameters.map((given) => (given === place ? value : given))
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows[0]
  }
}
