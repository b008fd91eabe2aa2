/** Copies every table from SQLite to PostgreSQL in one transaction, and compares what arrived. */

import { DatabaseSync } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { StartupError } from '#platform/server/core/startup-error.ts'
import type { Tables } from '#platform/server/database/database.ts'
import { addToList } from '#shared/add-to-list.ts'
import { sqliteTables } from '../backup/database-copy.ts'
import { type DatabaseColumn, type TableDigest, tableDigest, toPostgres } from './table-digest.ts'

type Target = Transaction<Tables>

const isInternal = (table: string): boolean => table.startsWith('kysely_')

/**
 * Copies all rows of the SQLite file into the migrated, empty tables and returns the digests by table. Throws
 * StartupError, and nothing is written, when a copied row differs from its source.
 */
export async function copyTables(
  path: string,
  target: Target,
): Promise<Record<string, TableDigest>> {
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    const columns = await readColumns(target)
    assertSameTables(source, columns)
    const digests: Record<string, TableDigest> = {}
    await withDeferredKeys(target, async () => {
      for (const [table, tableColumns] of columns)
        digests[table] = await copyTable(source, target, table, tableColumns)
    })
    for (const [table, tableColumns] of columns) {
      const arrived = await digestPostgres(target, table, tableColumns)
      const sent = digests[table]
      if (arrived.rows !== sent?.rows || arrived.sha256 !== sent.sha256)
        throw new StartupError(
          `The table ${table} arrived with ${arrived.rows} rows otherwise than its ${sent?.rows} rows were sent; nothing was moved.`,
        )
    }
    return digests
  } finally {
    source.close()
  }
}

/** The columns of each table in the order of their names. */
async function readColumns(db: Target): Promise<Map<string, DatabaseColumn[]>> {
  const { rows } = await sql<DatabaseColumn & { table: string }>`
    select c.table_name as table, c.column_name as name, c.data_type as type
      from information_schema.columns c join information_schema.tables t
        on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      order by c.table_name::text collate "C", c.column_name::text collate "C"`.execute(db)
  const columns = new Map<string, DatabaseColumn[]>()
  for (const { table, name, type } of rows)
    if (!isInternal(table)) addToList(columns, table, { name, type })
  return columns
}

/** Both engines have the same tables and columns. */
function assertSameTables(
  source: DatabaseSync,
  columns: ReadonlyMap<string, DatabaseColumn[]>,
): void {
  const tables = sqliteTables(source).filter((name) => !isInternal(name))
  for (const table of new Set([...tables, ...columns.keys()])) {
    const there = (columns.get(table) ?? []).map(({ name }) => name)
    const here = source
      .prepare(`pragma table_info("${table}")`)
      .all()
      .map(({ name }) => String(name))
    if (here.toSorted().join() !== there.toSorted().join())
      throw new StartupError(`The table ${table} differs between the two engines: a defect.`)
  }
}

/** Foreign keys are checked when all rows are there: the tables are copied in the order of their names. */
async function withDeferredKeys(db: Target, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  const alterKeys = async (mode: string) => {
    for (const { table, name } of keys)
      await sql.raw(`alter table ${table} alter constraint "${name}" ${mode}`).execute(db)
  }
  await alterKeys('deferrable initially deferred')
  await work()
  await sql`set constraints all immediate`.execute(db)
  await alterKeys('not deferrable')
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const maxParameters = 20_000

async function copyTable(
  source: DatabaseSync,
  target: Target,
  table: string,
  columns: readonly DatabaseColumn[],
): Promise<TableDigest> {
  const digest = tableDigest(columns)
  const size = Math.max(1, Math.floor(maxParameters / columns.length))
  let batch: Record<string, unknown>[] = []
  const names = columns.map(({ name }) => name)
  const flush = async () => {
    if (batch.length === 0) return
    const rows = batch.map(
      (row) => sql`(${sql.join(columns.map((column) => toPostgres(row[column.name], column)))})`,
    )
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(rows)}`.execute(target)
    batch = []
  }
  for (const row of source.prepare(`select * from "${table}"`).iterate()) {
    digest.add(row)
    batch.push(row)
    if (batch.length === size) await flush()
  }
  await flush()
  return digest.result()
}

async function digestPostgres(
  db: Target,
  table: string,
  columns: readonly DatabaseColumn[],
): Promise<TableDigest> {
  const digest = tableDigest(columns)
  await sql`declare moved_rows no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch 1000 from moved_rows`.execute(db)
    if (rows.length === 0) break
    for (const row of rows) digest.add(row)
  }
  await sql`close moved_rows`.execute(db)
  return digest.result()
}
