import type { Kysely } from 'kysely'
import { createTable, idOf, optionalTexts, run, texts } from './tables.ts'

/** Cheques that are received and not cleared; the latest bulk payments are listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'held_cheque', {
    id: 'text primary key',
    person_id: idOf('person'),
    ...texts('number', 'bank'),
    amount_paise: 'bigint not null',
    ...texts('received_on'),
    ...optionalTexts('valid_from', 'valid_to'),
    ...texts('kind', 'recorded_at', 'recorded_by'),
  })
  await run(db, [
    'create index held_cheque_of_person on held_cheque (person_id)',
    `create index ledger_entry_of_bulk_payment on ledger_entry (run_id)
      where run_id is not null and kind = 'payment'`,
  ])
}
