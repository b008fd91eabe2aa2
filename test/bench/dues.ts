/** Fills the ledger with reproducible dues. */
import { insertEntries, type LedgerRow, withoutDues } from '#features/ledger/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { memberAt } from './register.ts'

const chargedOn = '2026-04-01T00:00:00.000Z'

/** Charges one of ten of the first members; of those, one of four has paid everything and one of four a part. */
export async function fillDues(db: Database, members: number): Promise<void> {
  for (let from = 0; from < members; from += 5000) {
    const charged = Array.from({ length: 500 }, (_, index) => from + index * 10)
    const entries = charged.filter((i) => i < members).flatMap(entriesOf)
    await db.transaction().execute((tx) => insertEntries(tx, entries))
  }
}

function entriesOf(i: number): LedgerRow[] {
  const { id, name, company_name, membership_number } = memberAt(i)
  const entry = {
    ...withoutDues,
    person_id: id,
    receipt_number: null,
    reverses_id: null,
    mode: null,
    reference: '',
    valid_from: '2026-04-01',
    valid_to: '2027-03-31',
    paid_at: chargedOn,
    dues_at: chargedOn,
    recorded_at: chargedOn,
    recorded_by: null,
    member_name: name,
    company_name,
    membership_number,
    office_receipt_number: null,
    on_account: true,
    year: '2026-27',
    item: 'dues',
  } as const
  const amount = 100_000 * (1 + (i % 7))
  const isCharge = { due_on: `2026-0${4 + (i % 6)}-28`, grace_until: '2026-10-31' }
  const paid = [amount, amount / 2, 0, 0][(i / 10) % 4] ?? 0
  const charge = { ...entry, ...isCharge, id: `charge-${id}`, amount_paise: -amount }
  return [
    { ...charge, kind: 'charge' },
    ...(paid > 0
      ? [{ ...entry, id: `payment-${id}`, kind: 'payment' as const, amount_paise: paid }]
      : []),
  ]
}
