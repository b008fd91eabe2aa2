import type { Kysely } from 'kysely'
import { createIndex, createTable, texts } from './tables.ts'

/** Every backup that was started: where it is, how large, or why it failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'backup_run', {
    id: 'text primary key',
    ...texts('kind', 'status', 'file', 'started_at'),
    finished_at: 'text',
    bytes: 'bigint',
    files: 'integer',
    error: 'text',
  })
  await createIndex(db, 'backup_run_by_time', 'backup_run', ['status', 'started_at'])
}
