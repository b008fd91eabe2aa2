import type { Kysely } from 'kysely'
import { createTable, texts } from './tables.ts'

/** The progress of long requests, for processes that do not carry them out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'request_progress', {
    id: 'text not null primary key',
    ...texts('admin_id', 'key', 'state', 'at'),
  })
}
