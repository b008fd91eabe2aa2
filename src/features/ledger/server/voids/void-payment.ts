/** Voids a payment of a member, or what is current: the payment or waiver that the payment fields show. */
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { AccountChange, PossibleChange } from '../entries.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { writeEntry } from '../write.ts'
import { type Voiding, type VoidOptions, voidingEntry } from './void-entries.ts'

/** Voids the member's current payment or waiver; leaves an unpaid member unchanged. */
export const voidCurrentPayment = async (
  db: Database,
  admin: Caller,
  member: PersonRow,
  options: VoidOptions,
): Promise<PossibleChange> =>
  member.ledger_entry_id === null
    ? { member, entry: null }
    : voidPayment(db, { admin, member, id: member.ledger_entry_id, ...options })

/** Voids an entry; the change has the entry that voids it. */
export async function voidPayment(
  db: Database,
  { admin, member, id, ...options }: VoidOptions & { admin: Caller; member: PersonRow; id: string },
): Promise<AccountChange> {
  const entries = await listEntriesOf(db, member.id)
  const voided = entries.find((row) => row.id === id)
  if (!voided) throw new Error(`The ledger has no entry ${id}`)
  return writeVoid(db, { admin, member, entries, voided, ...options })
}

/** Like `voidPayment`; `details` are for the history. */
export async function writeVoid(
  db: Database,
  { details = {}, ...voiding }: Voiding & { details?: Record<string, unknown> },
): Promise<AccountChange> {
  const { admin, member, voided } = voiding
  const entry = await voidingEntry(db, voiding)
  const action = voidActions[voided.kind]
  return { member: await writeEntry(db, { admin, member, entry, action, details }), entry }
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
