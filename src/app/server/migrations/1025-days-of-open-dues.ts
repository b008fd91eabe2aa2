import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { run } from './tables.ts'

/** The days that the open dues of a member are for: other charges do not count as dues of a year. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    ...['dues_open_from', 'dues_open_to'].map(
      (column) => `alter table person add column ${column} text not null default ''`,
    ),
    `update person set
      dues_open_from = coalesce((select min(open_charge.counts_from) from ${openDues}), ''),
      dues_open_to = coalesce((select max(charge.valid_to) from ${openDues}), '')
      where id in (select person_id from open_charge)`,
    ...(isPostgres(db) ? postgresIndexes : sqliteIndexes),
  ])
}

const openDues = `open_charge join ledger_entry charge on charge.id = open_charge.charge_id
  where open_charge.person_id = person.id and charge.item = 'dues'`

/** Lists read the days from these indexes (1003). */
const filtered =
  'ledger_entry_id, paid_until, counts_from, due_on, grace_until, dues_open_from, dues_open_to, membership_valid_to, payment_date, created_at, state, last_sign_in_at, invited_at'

const sqliteIndexes = [
  'drop index person_listing',
  `create index person_listing on person (role, is_active, is_visible, id, search_text, phone_digits, name,
    company_name, membership_number, email, materials, ${filtered})`,
]

const postgresIndexes = [
  'drop index person_listing',
  'drop index person_listing_by_company',
  `create index person_listing on person (role, is_active, is_visible, id)
    include (search_text, name, membership_number, materials, ${filtered})`,
  `create index person_listing_by_company on person (role, is_active, is_visible, id)
    include (search_text, company_name, email, ${filtered})`,
]
