/** Whether the database of a stopped portal is intact. */
// cspell:ignore amname relam
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { queryPostgres } from '#test/support/database/query-database.ts'
import { type Finding, measured } from '#test/support/process/findings.ts'

export async function checkIntegrity(settings: {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}): Promise<Finding> {
  const what = 'integrity check'
  if (settings.DATABASE_URL !== undefined) {
    await queryPostgres(settings.DATABASE_URL, 'create extension if not exists amcheck')
    const rows = await queryPostgres(
      settings.DATABASE_URL,
      `select bt_index_check(index => indexrelid, heapallindexed => true)
         from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
         where relnamespace = 'public'::regnamespace and amname = 'btree'`,
    )
    return measured(`${what}, PostgreSQL`, `${rows.length} indexes`, 'all', rows.length > 0)
  }
  const file = new DatabaseSync(join(settings.DATA_DIR, 'portal.sqlite'))
  try {
    const [verdict] = file.prepare('pragma integrity_check').all()
    const [violation] = file.prepare('pragma foreign_key_check').all()
    const result = String(verdict?.integrity_check)
    return measured(`${what}, SQLite`, result, 'ok', result === 'ok' && violation === undefined)
  } finally {
    file.close()
  }
}
