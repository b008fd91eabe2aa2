import type { Kysely } from 'kysely'
import { createTable, run, texts } from '../tables.ts'

/** Settings, limits, long requests, backups and checks. */
export async function operation(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'setting', { name: 'text primary key', value: 'text not null' })
  await createTable(db, 'rate_count', {
    key: 'text primary key',
    hits: 'integer not null',
    ends_at: 'text not null',
  })
  await createTable(db, 'request_progress', {
    id: 'text not null primary key',
    ...texts('admin_id', 'key', 'state', 'at'),
  })
  await createTable(db, 'backup_run', {
    id: 'text primary key',
    ...texts('kind', 'status', 'file', 'started_at'),
    finished_at: 'text',
    bytes: 'bigint',
    files: 'integer',
    error: 'text',
  })
  await createTable(db, 'database_check', {
    id: 'integer primary key',
    checked_at: 'text not null',
    duration_ms: 'integer not null',
    problems: 'text not null',
  })
  await createTable(db, 'write_probe', {
    id: 'integer primary key',
    written_at: 'text not null',
  })
  await createTable(db, 'retention_run', {
    id: 'text primary key',
    at: 'text not null',
    applications: 'integer not null',
    files: 'integer not null',
    orphans: 'integer not null',
  })
  await run(db, [
    'create index backup_run_by_time on backup_run (status, started_at)',
    'create index retention_run_by_time on retention_run (at)',
  ])
}
