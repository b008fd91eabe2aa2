import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { countOf } from '#shared/sentences.ts'

/** Entries that the portal would never write: it writes payments, charges and waivers, and their exact opposites. */
export async function ledgerFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    amounts: number
    charges: number
    reversals: number
    cancellations: number
    twice: number
    receipts: number
  }>`
    select
      (select count(*) from ledger_entry where kind = 'payment' and amount_paise <= 0) as amounts,
      (select count(*) from ledger_entry where kind = 'charge'
        and (amount_paise > 0 or year is null or due_on is null)) as charges,
      (select count(*) from ledger_entry c
        left join ledger_entry e on e.id = c.reverses_id and e.kind in ('charge', 'waiver', 'settlement')
        where c.kind = 'cancellation'
          and (e.id is null or e.person_id <> c.person_id or e.amount_paise + c.amount_paise <> 0)) as cancellations,
      (select count(*) from ledger_entry r
        left join ledger_entry p on p.id = r.reverses_id and p.kind = 'payment'
        where r.kind = 'reversal'
          and (p.id is null or p.person_id <> r.person_id or p.amount_paise + r.amount_paise <> 0)) as reversals,
      (select count(*) from (select reverses_id from ledger_entry
        where reverses_id is not null group by reverses_id having count(*) > 1) doubles) as twice,
      (select count(*) from (select receipt_number from ledger_entry
        where receipt_number is not null group by receipt_number having count(*) > 1) doubles) as receipts`.execute(
    db,
  )
  const { amounts = 0, charges = 0, reversals = 0, cancellations = 0 } = rows[0] ?? {}
  const { twice = 0, receipts = 0 } = rows[0] ?? {}
  const faults: [count: number, sentence: (count: number) => string][] = [
    [amounts, (count) => `${countOf(count, 'payment has', 'payments have')} no amount.`],
    [charges, (count) => `${countOf(count, 'charge is', 'charges are')} incomplete.`],
    [
      cancellations,
      (count) => `${countOf(count, 'cancellation does', 'cancellations do')} not match an entry.`,
    ],
    [
      reversals,
      (count) => `${countOf(count, 'reversal does', 'reversals do')} not match a payment.`,
    ],
    [twice, (count) => `${countOf(count, 'payment is', 'payments are')} reversed twice.`],
    [
      receipts,
      (count) => `${countOf(count, 'receipt number is', 'receipt numbers are')} used twice.`,
    ],
  ]
  return faults.flatMap(([count, sentence]) => (Number(count) > 0 ? [sentence(Number(count))] : []))
}
