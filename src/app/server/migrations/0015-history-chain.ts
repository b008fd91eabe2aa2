import { hash, randomBytes } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createTable } from './tables.ts'

/** The history is append-only by the database, and its entries are sealed in a chain of hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table history add column salt text`.execute(db)
  await sql`alter table history add column digest text not null default ''`.execute(db)
  await sql`alter table history add column is_erasure boolean not null default false`.execute(db)
  await createTable(db, 'history_seal', {
    sequence: 'integer primary key',
    sealed_at: 'text not null',
    entries: 'text not null',
    previous: 'text not null',
    hash: 'text not null',
  })
  await createTable(db, 'history_unsealed', { first_id: 'text primary key', ids: 'text not null' })
  await addDigests(db)
  await createTable(db, 'exported_people', {
    digest: 'text primary key',
    count: 'integer not null',
    ids: 'text not null',
  })
  await appendOnly(db)
}

/** Salts and digests of the existing entries, as history.ts writes them; they wait for their seal. */
async function addDigests(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; before: string | null; after: string | null }>`
      select id, "before", "after" from history where id > ${last} order by id limit 500`.execute(
      db,
    )
    if (rows.length === 0) return
    const values = rows.map(({ id, before, after }) => {
      const salt = randomBytes(16).toString('base64url')
      const digest = hash('sha256', JSON.stringify([salt, before, after]), 'base64url')
      return sql`(${id}, ${salt}, ${digest})`
    })
    await sql`update history set salt = v.column2, digest = v.column3
      from (values ${sql.join(values)}) v where history.id = v.column1`.execute(db)
    const ids = rows.map(({ id }) => id).join(' ')
    await sql`insert into history_unsealed (first_id, ids) values (${rows[0]?.id}, ${ids})`.execute(
      db,
    )
    last = rows.at(-1)?.id ?? ''
  }
}

const message = 'The history is append-only'

/** An erased entry has no values and no salt; all else stays. */
const isErasure = (unlike: string): string =>
  `new."before" is null and new."after" is null and new.salt is null and new.digest = old.digest
    and new.id = old.id and new.at = old.at and not (new.actor_id ${unlike} old.actor_id)
    and new.subject = old.subject and new.subject_id = old.subject_id and new.act = old.act
    and new.is_erasure = old.is_erasure`

/** Entries and seals can be neither changed nor deleted; the values of an entry can be erased. */
async function appendOnly(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const steps = isPostgres ? postgresTriggers() : sqliteTriggers()
  for (const step of steps) await sql.raw(step).execute(db)
}

const sqliteTriggers = (): string[] => [
  `create trigger history_kept before update on history when not (${isErasure('is not')})
    begin select raise(abort, '${message}'); end`,
  `create trigger history_not_deleted before delete on history
    begin select raise(abort, '${message}'); end`,
  ...['update', 'delete'].map(
    (event) => `create trigger history_seal_no_${event} before ${event} on history_seal
      begin select raise(abort, '${message}'); end`,
  ),
]

const postgresTriggers = (): string[] => [
  `create function keep_history() returns trigger language plpgsql as
    'begin raise exception ''${message}''; end'`,
  `create trigger history_kept before update on history for each row
    when (not (${isErasure('is distinct from')})) execute function keep_history()`,
  `create trigger history_not_deleted before delete on history
    for each row execute function keep_history()`,
  `create trigger history_seal_kept before update or delete on history_seal
    for each row execute function keep_history()`,
  ...['history', 'history_seal'].map(
    (table) => `create trigger ${table}_not_truncated before truncate on ${table}
      for each statement execute function keep_history()`,
  ),
]
