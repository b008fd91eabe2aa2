import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { postgresCollation, run } from './tables.ts'

/** Lists read `person` by indexes that have what they filter and sort by; the narrow copies of it go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    ...(onPostgres ? postgresDrops : sqliteDrops),
    ...orderIndexes(onPostgres),
    ...(onPostgres ? postgresIndexes : sqliteIndexes),
  ])
}

/** Only databases that are older than the baseline have the copies. */
const copyTriggers = ['person_gone', 'person_made', 'person_changed', 'person_changed_in_directory']

const sqliteDrops = [
  ...copyTriggers.map((name) => `drop trigger if exists ${name}`),
  ...['person_trigram', 'listed_trigram'].flatMap((name) => [
    `drop table if exists ${name}_term`,
    `drop table if exists ${name}`,
    `drop view if exists ${name}_source`,
  ]),
  'drop table if exists person_search',
  'drop table if exists person_listed',
]

const postgresDrops = [
  'drop table if exists person_search',
  'drop table if exists person_listed',
  ...copyTriggers.map((name) => `drop function if exists ${name}() cascade`),
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
  'ledger_entry_id, paid_until, counts_from, due_on, grace_until, membership_valid_to, payment_date, created_at, state, last_sign_in_at, invited_at'

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
  'create extension if not exists pg_trgm',
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
