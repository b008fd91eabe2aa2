import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf, texts } from './tables.ts'

/** Authenticator apps, passkeys and recovery codes of administrators; when a session was confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('session').addColumn('confirmed_at', 'text').execute()
  await createTable(db, 'second_factor', {
    id: 'text primary key',
    person_id: idOf('person'),
    ...texts('kind', 'name', 'created_at'),
    last_used_at: 'text',
    secret: 'text',
    last_step: 'bigint',
    credential_id: 'text unique',
    public_key: 'text',
    sign_count: 'bigint',
    transports: 'text',
  })
  await createIndex(db, 'second_factor_of_person', 'second_factor', ['person_id', 'created_at'])
  await sql`create unique index second_factor_app on second_factor (person_id) where kind = 'app'`.execute(
    db,
  )
  await createTable(db, 'recovery_code', {
    id: 'text primary key',
    person_id: idOf('person'),
    ...texts('mac', 'created_at'),
    used_at: 'text',
  })
  await createIndex(db, 'recovery_code_of_person', 'recovery_code', ['person_id'])
  await createTable(
    db,
    'second_factor_challenge',
    {
      session_id: 'text not null',
      purpose: 'text not null',
      person_id: idOf('person'),
      ...texts('value', 'expires_at'),
    },
    { name: 'second_factor_challenge_key', columns: ['session_id', 'purpose'] },
  )
}
