/** A consistent copy of the database as a file, and its facts for the manifest. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { databaseNames, type Manifest } from '#platform/server/backup/manifest.ts'
import {
  dumpPostgres,
  findProgram,
  serverMajor,
} from '#platform/server/backup/postgres-programs.ts'
import { copySqlite, gzipFile } from '#platform/server/backup/sqlite-copy.ts'
import type { Database } from '#platform/server/database/database.ts'
import { smallName } from '#platform/server/files/storage.ts'

export interface DatabaseCopy
  extends Pick<Manifest, 'engine' | 'pg_dump' | 'migrations' | 'rows' | 'keys' | 'database_bytes'> {
  /** The name of the entry and the file with its contents. */
  entry: { name: string; path: string }
  /** The names under which the storage has contents. */
  files: string[]
}

type StoredName = { name: string; has_small: boolean | number; key_id: string | null }

/** A copy of `portal.sqlite` of the data folder, made in `work`. */
export async function copySqliteDatabase(
  folder: string,
  work: string,
  signal?: AbortSignal,
): Promise<DatabaseCopy> {
  const copy = join(work, 'portal.sqlite')
  const path = join(work, databaseNames.sqlite)
  await copySqlite(join(folder, 'portal.sqlite'), copy)
  const file = new DatabaseSync(copy, { readOnly: true })
  try {
    const queryRows = (text: string) => file.prepare(text).all()
    const rows = sqliteTables(file)
      .toSorted()
      .map(
        (name) => [name, Number(queryRows(`select count(*) as n from "${name}"`)[0]?.n)] as const,
      )
    // SQLite's rows have no types; these are the columns of StoredName.
    const stored = queryRows(
      'select name, has_small, key_id from stored_file',
    ) as unknown as StoredName[]
    const migrations = queryRows('select name from kysely_migration order by name')
    return {
      engine: 'sqlite',
      pg_dump: null,
      database_bytes: statSync(copy).size,
      entry: { name: databaseNames.sqlite, path },
      migrations: migrations.map(({ name }) => String(name)),
      rows: Object.fromEntries(rows),
      ...filesOf(stored),
    }
  } finally {
    file.close()
    await gzipFile(copy, path, signal)
  }
}

/** The tables of a SQLite file but its own. */
export const sqliteTables = (file: DatabaseSync): string[] =>
  file
    .prepare('pragma table_list')
    .all()
    .filter(({ type, schema }) => type === 'table' && schema === 'main')
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_'))

/** A dump of pg_dump, counts and names, all in one snapshot of the database. */
export async function copyPostgresDatabase(
  db: Database,
  url: string,
  work: string,
  signal?: AbortSignal,
): Promise<DatabaseCopy> {
  const program = await findProgram('pg_dump', await serverMajor(db))
  const path = join(work, databaseNames.postgres)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshotDb) => {
      const [exported] = await readRows<{ id: string }>(
        snapshotDb,
        'select pg_export_snapshot() as id',
      )
      const snapshot = exported?.id ?? ''
      const dump = dumpPostgres(program, { url, file: path, snapshot, signal })
      const content = await describePostgres(snapshotDb).catch(async (error: unknown) => {
        await dump.catch(() => {})
        throw error
      })
      await dump
      return {
        engine: 'postgres' as const,
        pg_dump: program.major,
        entry: { name: databaseNames.postgres, path },
        ...content,
      }
    })
}

async function describePostgres(db: Database) {
  const stored = await readRows<StoredName>(db, 'select name, has_small, key_id from stored_file')
  const migrations = await readRows<{ name: string }>(
    db,
    'select name from kysely_migration order by name',
  )
  return {
    migrations: migrations.map(({ name }) => name),
    rows: await countRows(db),
    ...filesOf(stored),
  }
}

/** Rows by table, on PostgreSQL. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const tables = await readRows<{ name: string }>(
    db,
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await readRows<{ n: number }>(db, `select count(*) as n from "${name}"`)
    counts[name] = Number(row?.n)
  }
  return counts
}

const filesOf = (stored: readonly StoredName[]) => ({
  files: stored.flatMap(({ name, has_small }) => (has_small ? [name, smallName(name)] : [name])),
  keys: [...new Set(stored.flatMap(({ key_id }) => key_id ?? []))].toSorted(),
})

async function readRows<Row>(db: Database, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db)).rows
}
