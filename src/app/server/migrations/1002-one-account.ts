import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { createTable, idOf, run, texts } from './tables.ts'

/**
 * What lists and sums read of members' accounts: days of the person, what is open, and what money paid. The
 * ledger computes them after the migrations (ledger/server/accounts/rebuild.ts); what triggers computed goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(db)
  await run(db, [
    ...(onPostgres ? dropPostgresTriggers : dropSqliteTriggers),
    // Databases that are older than the baseline have them.
    'drop table if exists open_dues',
    'drop table if exists year_dues',
    'drop index ledger_entry_account',
    'drop index ledger_entry_charges',
    ...['waived_until', 'counts_from', 'due_on', 'grace_until'].map(
      (name) => `alter table person add column ${name} text not null default ''`,
    ),
    'alter table person add column credit_paise bigint not null default 0',
    ...['late_renewal', 'year_amounts', 'void_reason'].map(
      (name) => `alter table ledger_entry add column ${name} text`,
    ),
    'alter table ledger_entry drop column on_account',
    `create index ledger_entry_raised on ledger_entry (year, recorded_at, person_id, amount_paise)
      where due_on is not null`,
  ])
  await createTable(
    db,
    'open_charge',
    {
      person_id: idOf('person'),
      ...texts('charge_id', 'counts_from', 'due_on'),
      open_paise: 'bigint not null',
    },
    { name: 'open_charge_key', columns: ['person_id', 'charge_id'] },
  )
  await createTable(
    db,
    'settlement',
    {
      person_id: idOf('person'),
      ...texts('money_id', 'charge_id', 'kind', 'year', 'paid_on'),
      paise: 'bigint not null',
    },
    { name: 'settlement_key', columns: ['person_id', 'money_id', 'charge_id'] },
  )
  await run(db, [
    'create index open_charge_by_age on open_charge (due_on, person_id, open_paise)',
    'create index settlement_of_year on settlement (year, kind, paid_on, person_id, paise)',
  ])
}

const triggers = [
  'ledger_entry_opens',
  'ledger_entry_settles',
  'person_search_owes',
  'person_search_owed',
  'person_search_settles',
  'person_search_settled',
]

const dropSqliteTriggers = triggers.map((name) => `drop trigger if exists ${name}`)

const dropPostgresTriggers = triggers.map((name) => `drop function if exists ${name}() cascade`)
