import type { Kysely } from 'kysely'
import { run } from './tables.ts'

/** Whether a joining fee was charged, or came with a payment, whose charge had it in its id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table person add column has_joining_fee boolean not null default false',
    `update person set has_joining_fee = true where
      exists (select 1 from ledger_entry charge
        where charge.person_id = person.id and charge.kind = 'charge' and charge.item = 'joining fee'
          and not exists (select 1 from ledger_entry voiding where voiding.reverses_id = charge.id))
      or exists (select 1 from settlement
        where settlement.person_id = person.id and settlement.charge_id like '% joining fee %')`,
  ])
}
