import type { Kysely } from 'kysely'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { createTable, optionalTexts, run, texts } from '../tables.ts'
import { notReplaced, refuse } from './append-only.ts'

/** The ledger, whose entries are never changed or deleted (contract 13.1), with receipts and tax treatments. */
export async function ledger(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'ledger_entry', {
    id: 'text primary key',
    receipt_number: 'text unique',
    ...texts('person_id', 'kind'),
    reverses_id: 'text unique references "ledger_entry" ("id")',
    amount_paise: 'bigint not null',
    mode: 'text',
    reference: 'text not null',
    ...optionalTexts('valid_from', 'valid_to'),
    ...texts('paid_at', 'dues_at', 'recorded_at'),
    recorded_by: 'text',
    ...texts('member_name', 'company_name'),
    ...optionalTexts('membership_number', 'office_receipt_number'),
    on_account: 'boolean not null default false',
    ...optionalTexts('year', 'item', 'due_on', 'grace_until', 'run_id'),
  })
  await createTable(db, 'receipt_counter', { series: 'text primary key', last: 'integer not null' })
  await createTable(db, 'receipt', {
    entry_id: 'text primary key',
    ...texts('content', 'recorded_at'),
  })
  await createTable(db, 'tax_treatment', {
    id: 'text primary key',
    ...texts('valid_from', 'kind'),
    rate: 'integer not null',
    ...texts('sac', 'legend', 'recorded_at', 'recorded_by'),
  })
  await run(db, [
    'create index ledger_entry_of_person on ledger_entry (person_id, recorded_at, id)',
    'create index ledger_entry_by_time on ledger_entry (kind, dues_at, id)',
    `create index ledger_entry_by_office_receipt on ledger_entry (office_receipt_number)
      where office_receipt_number is not null`,
    // Covering indexes: sums, runs and accounts need no rows. The last two are in the order in which charges are
    // settled and money settles them.
    'create index ledger_entry_summed on ledger_entry (kind, mode, dues_at, amount_paise)',
    'create index ledger_entry_of_run on ledger_entry (run_id, id) where run_id is not null',
    `create index ledger_entry_charges on ledger_entry
      (person_id, due_on, year, item desc, id, amount_paise, recorded_at, grace_until)
      where due_on is not null and amount_paise < 0`,
    `create index ledger_entry_account on ledger_entry (person_id, dues_at, id, kind, amount_paise)
      where on_account`,
    'create index tax_treatment_by_day on tax_treatment (valid_from, recorded_at, id)',
    ...appendOnly(isPostgres(db)),
  ])
}

const appendOnly = (onPostgres: boolean): string[] =>
  refuse(
    onPostgres,
    'keep_ledger',
    'The ledger is append-only',
    onPostgres
      ? [
          { name: 'ledger_entry_kept', event: 'update or delete on ledger_entry' },
          { name: 'ledger_kept', event: 'truncate on ledger_entry' },
        ]
      : [
          { name: 'ledger_entry_no_update', event: 'update on ledger_entry' },
          { name: 'ledger_entry_no_delete', event: 'delete on ledger_entry' },
          notReplaced('ledger_entry', ['id', 'rowid', 'receipt_number', 'reverses_id']),
        ],
  )
