import type { Kysely } from 'kysely'
import { createTable, optionalTexts, run, texts } from '../tables.ts'

/** Stored files, and the pool whose space each of them takes. */
export async function files(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'stored_file', {
    name: 'text primary key',
    ...texts('kind', 'type'),
    size: 'integer not null',
    original_name: 'text not null',
    has_small: 'boolean not null',
    key_id: 'text',
    digest: 'text not null',
    ...optionalTexts('uploaded_by', 'owner', 'owner_id'),
    created_at: 'text not null',
    stored_bytes: 'integer not null default 0',
    ...optionalTexts('pool', 'pool_key'),
  })
  await run(db, [
    'create index stored_file_of_owner on stored_file (owner, owner_id)',
    'create index stored_file_by_age on stored_file (created_at)',
    'create index stored_file_in_pool on stored_file (pool, pool_key, stored_bytes)',
  ])
}
