import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { copyTriggers, inListed, seq } from './0029-search-indexes.ts'
import { withState as search } from './0030-states.ts'
import { type Columns, changesOf, postgresTriggers, sqliteTriggers } from './copy-triggers.ts'
import { addedToListed, listedColumns } from './list-tables.ts'

/**
 * Who was invited and who has signed in, for the filters of the register and the first day; and the members of a
 * city in the order of the directory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const columns = [...search, ...contacted]
  const listed = [...listedColumns, ...addedToListed, ...inListed]
  const steps = [
    ...copyTriggers.map((name) =>
      isPostgres ? `drop function ${name}() cascade` : `drop trigger ${name}`,
    ),
    ...contacted.map(
      ([name]) => `alter table person_search add column ${name} boolean not null default false`,
    ),
    `update person_search set ${changesOf(contacted, 'p')} from person p
      where p.id = person_search.person_id and (p.last_sign_in_at is not null or p.invited_at is not null)`,
    // Not by role first: SQLite would take them for lists with other filters, too.
    'create index register_signed_in on person_search (has_signed_in, role, is_active, is_invited, has_email)',
    'create index register_invited on person_search (is_invited, role, is_active, has_signed_in, has_email)',
    'drop index directory_by_city',
    'create index directory_by_city on person_listed (shown_city, by_company, person_id, role)',
    ...(isPostgres
      ? postgresTriggers(columns, listed)
      : sqliteTriggers(columns, [...listed, ...seq])),
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

const contacted: Columns = [
  ['has_signed_in', 'boolean', (p) => `${p}.last_sign_in_at is not null`],
  ['is_invited', 'boolean', (p) => `${p}.invited_at is not null`],
]
