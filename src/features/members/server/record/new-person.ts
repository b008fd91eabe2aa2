import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { foldCase } from '#shared/search.ts'
import { duesDays } from '../../dues-status.ts'
import { type FieldName, fields } from '../../fields/fields.ts'
import { paymentFields } from '../../fields/payment-fields.ts'
import { lockPerson } from '../lock-queries.ts'
import {
  type AccountColumns,
  findPersonByEmail,
  insertPerson,
  type PaymentColumns,
  type PersonRow,
} from '../queries.ts'

/**
 * Creates a person without a role, as a first sign-in does. Returns the existing person when another
 * transaction has inserted the address first.
 */
export async function createPerson(db: Database, email: string, now: Date): Promise<PersonRow> {
  const row = emptyPerson(email, now)
  if (await insertPerson(db, row)) return row
  return (await findPersonByEmail(db, email)) ?? row
}

/** The person with this address, locked until the transaction ends. */
export async function lockPersonByEmail(
  db: Database,
  email: string,
): Promise<PersonRow | undefined> {
  const person = await findPersonByEmail(db, email)
  return person && lockPerson(db, person.id)
}

/** The columns that the history records: all but the session epoch and the derived columns. */
export const recordedColumns = (row: PersonRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !unrecorded.has(name)))

const unrecorded: ReadonlySet<string> = new Set<keyof PersonRow>([
  'session_epoch',
  'phone_key',
  'company_key',
  'phone_digits',
  'state',
  'search_text',
  'directory_text',
  'shown_city',
  'credit_paise',
  'has_joining_fee',
  ...duesDays,
])

const emptyOf = (described: Record<string, { empty: unknown }>) =>
  Object.fromEntries(Object.entries(described).map(([name, { empty }]) => [name, empty]))

const emptyFields = emptyOf(fields) as Pick<PersonRow, FieldName>

/** The payment columns of an unpaid member. */
export const noPayment = { ...emptyOf(paymentFields), ledger_entry_id: null } as PaymentColumns

/** The account of a person without entries in the ledger. */
const noAccount: AccountColumns = {
  paid_until: '',
  waived_until: '',
  counts_from: '',
  due_on: '',
  grace_until: '',
  dues_open_from: '',
  dues_open_to: '',
  credit_paise: 0,
  has_joining_fee: false,
}

/** A row with an address and nothing else. */
export function emptyPerson(email: string, now: Date): PersonRow {
  return {
    id: newId(now),
    ...emptyFields,
    ...noPayment,
    email,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    session_epoch: 0,
    phone_key: '',
    phone_digits: '',
    state: '',
    ...noAccount,
    company_key: '',
    search_text: foldCase(`\n\n${email}\n`),
    shown_city: '',
    directory_text: '',
  }
}
