import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { postgresCollation, postgresTrigger } from './baseline/copy-triggers.ts'
import { opensFrom } from './baseline/open-dues.ts'
import { settlesFrom } from './baseline/year-dues.ts'
import { run } from './tables.ts'

/** Lists read `person` by indexes that have what they filter and sort by; its narrow copies go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    ...(onPostgres ? postgresDrops : sqliteDrops),
    ...orderIndexes(onPostgres),
    ...(onPostgres ? postgresIndexes : sqliteIndexes),
    ...duesTriggers(onPostgres),
  ])
}

const personTriggers = [
  'person_gone',
  'person_made',
  'person_changed',
  'person_changed_in_directory',
]
const ledgerTriggers = ['ledger_entry_opens', 'ledger_entry_settles']
/** They are dropped with person_search. */
const followers = ['owes', 'owed', 'settles', 'settled'].map((name) => `person_search_${name}`)

const sqliteDrops = [
  ...[...personTriggers, ...ledgerTriggers].map((name) => `drop trigger ${name}`),
  ...['person_trigram', 'listed_trigram'].flatMap((name) => [
    `drop table ${name}_term`,
    `drop table ${name}`,
    `drop view ${name}_source`,
  ]),
  'drop table person_search',
  'drop table person_listed',
]

const postgresDrops = [
  ...personTriggers.map((name) => `drop trigger ${name} on person`),
  ...ledgerTriggers.map((name) => `drop trigger ${name} on ledger_entry`),
  'drop table person_search',
  'drop table person_listed',
  ...[...personTriggers, ...ledgerTriggers, ...followers].map((name) => `drop function ${name}()`),
]

/** Pages of whole lists are read along these, without rows of other lists; the expressions are those of `sortKey`. */
const orderIndexes = (onPostgres: boolean) => {
  const collation = onPostgres ? postgresCollation : ''
  return Object.entries({
    number: 'membership_number',
    name: 'name',
    company: 'company_name',
  }).map(
    ([order, column]) =>
      `create index person_in_${order}_order
        on person (lower(coalesce(${column}, '')${collation}), id${collation}, role, is_active, is_visible)`,
  )
}

const filtered =
  'ledger_entry_id, paid_until, membership_valid_to, payment_date, created_at, state, last_sign_in_at, invited_at'

const sqliteIndexes = [
  `create index person_listing on person (role, is_active, is_visible, id, search_text, phone_digits, name,
    company_name, membership_number, email, materials, ${filtered})`,
  `create index person_in_directory on person (role, is_active, is_visible, shown_city, company_name, id,
    directory_text, show_phone, phone_digits, materials)`,
]

/**
 * An entry of an index has at most 2,704 bytes. The longest texts that the fields may have fit into each of the two
 * lists, but not all into one.
 */
const postgresIndexes = [
  `create index person_listing on person (role, is_active, is_visible, id)
    include (search_text, name, membership_number, materials, ${filtered})`,
  `create index person_listing_by_company on person (role, is_active, is_visible, id)
    include (search_text, company_name, email, ${filtered})`,
  `create index person_in_directory on person (role, is_active, is_visible, shown_city, id)
    include (company_name, materials)`,
  // For words of three letters and more.
  'create index person_words on person using gin (search_text gin_trgm_ops)',
  'create index person_directory_words on person using gin (directory_text gin_trgm_ops)',
  'create index person_phone_numbers on person using gin (phone_digits gin_trgm_ops)',
]

/** open_dues and year_dues follow `person` instead of its copy. */
function duesTriggers(onPostgres: boolean): string[] {
  const company = (row: string) =>
    `lower(${row}.company_name${onPostgres ? postgresCollation : ''})`
  const members = `(select id as person_id, role, is_active, ${company('person')} as by_company,
    paid_until as by_dues from person)`
  const follow = {
    person_owes: {
      sources: ['role', 'is_active', 'company_name', 'paid_until'],
      changes: `update open_dues set role = new.role, is_active = new.is_active,
        by_company = ${company('new')}, by_dues = new.paid_until where person_id = new.id;`,
    },
    person_settles: {
      sources: ['role'],
      changes: 'update year_dues set role = new.role where person_id = new.id;',
    },
  }
  const ends = ['open_dues', 'year_dues']
    .map((table) => `delete from ${table} where person_id = old.id;`)
    .join(' ')
  const differs = onPostgres ? 'is distinct from' : 'is not'
  const following = Object.entries(follow).flatMap(([name, { sources, changes }]) => {
    const [before, after] = ['old', 'new'].map(
      (row) => `(${sources.map((column) => `${row}.${column}`)})`,
    )
    const event = `after update of ${sources} on person`
    return onPostgres
      ? postgresTrigger(name, `${event} for each row when (${before} ${differs} ${after})`, changes)
      : [`create trigger ${name} ${event} when ${before} ${differs} ${after} begin ${changes} end`]
  })
  return [
    ...opensFrom(members, onPostgres),
    ...settlesFrom(members, onPostgres),
    ...following,
    ...(onPostgres
      ? postgresTrigger('person_owed', 'after delete on person for each row', ends)
      : [`create trigger person_owed after delete on person begin ${ends} end`]),
  ]
}
