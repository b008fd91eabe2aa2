import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { createIndex, createTable, idOf } from './tables.ts'

/** Browsers that have signed a person in, tries of link and code, and the addresses of administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendRequests(db)
  await createTable(db, 'known_browser', {
    id: 'text primary key',
    secret_hash: 'text not null',
    person_id: idOf('person'),
    epoch: 'integer not null',
    created_at: 'text not null',
    used_at: 'text not null',
  })
  await createIndex(db, 'known_browser_of_person', 'known_browser', ['person_id', 'used_at'])
  await sql`create unique index known_browser_by_secret on known_browser (secret_hash, person_id)`.execute(
    db,
  )
  await createTable(db, 'admin_address', {
    address_hash: 'text primary key',
    at: 'text not null',
  })
  await recordAdministrators(db)
}

async function extendRequests(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('sign_in_request')
  await alter()
    .addColumn('type', 'text', (column) => column.notNull().defaultTo('member'))
    .execute()
  await alter()
    .addColumn('link_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await alter()
    .addColumn('code_kind', 'text', (column) => column.notNull().defaultTo('digits'))
    .execute()
  await alter().addColumn('known_id', 'text').execute()
}

/** The present and the removed administrators: ADMIN_EMAIL makes nobody an administrator twice. */
async function recordAdministrators(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from person where email <> '' and (role = 'admin' or id in
      (select subject_id from history where subject = 'person'
        and act in ('made administrator', 'removed as administrator')))`.execute(db)
  const at = new Date().toISOString()
  for (const { email } of rows)
    await sql`insert into admin_address (address_hash, at) values (${hash('sha256', email)}, ${at})`.execute(
      db,
    )
}
