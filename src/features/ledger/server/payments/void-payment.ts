/** Voids the current payment or waiver of a member. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type VoidOptions, voidingEntry } from '../entries.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { writeEntry } from '../write.ts'

/** Voids the member's current payment or waiver; returns an unpaid member unchanged. */
export const voidCurrentPayment = async (
  db: Database,
  admin: Caller,
  member: PersonRow,
  options: VoidOptions,
): Promise<PersonRow> =>
  member.ledger_entry_id === null
    ? member
    : voidPayment(db, { admin, member, id: member.ledger_entry_id, ...options })

export async function voidPayment(
  db: Database,
  { admin, member, id, ...options }: VoidOptions & { admin: Caller; member: PersonRow; id: string },
): Promise<PersonRow> {
  const entries = await listEntriesOf(db, member.id)
  const voided = entries.find((row) => row.id === id)
  if (!voided) throw new Error(`The ledger has no entry ${id}`)
  const entry = await voidingEntry(db, { admin, member, entries, voided, ...options })
  return writeEntry(db, { admin, member, entry, action: voidActions[voided.kind] })
}

/** The history's action for a voided entry, by its kind. */
export const voidActions: Record<LedgerRow['kind'], string> = {
  payment: 'marked unpaid',
  tds: 'tax deduction cancelled',
  refund: 'refund cancelled',
  waiver: 'waiver cancelled',
  settlement: 'settlement cancelled',
  charge: 'charge cancelled',
  paper: '',
  reversal: '',
  cancellation: '',
}
