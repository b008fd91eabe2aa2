/**
 * Membership numbers of undone imports. They stay issued, so that no other member gets them, and are assigned again
 * when the same email, or the same phone and company, is imported again.
 */
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { numberKey } from '../../membership-number.ts'
import type { PersonRow } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    reserved_number: ReservedNumber
  }
}

export interface ReservedNumber {
  /** A `numberKey`. */
  number: string
  /** The number as the member had it. */
  written_as: string
  email: string
  phone_key: string
  company_key: string
  reserved_at: Instant
}

type Contact = Pick<ReservedNumber, 'email' | 'phone_key' | 'company_key'>

/** Whether a number is reserved for this email, or for this phone and company. */
export const isReservedFor = (reserved: Contact, contact: Contact): boolean =>
  (reserved.email !== '' && reserved.email === contact.email) || hasSameContact(reserved, contact)

export const hasSameContact = (reserved: Contact, contact: Contact): boolean =>
  reserved.phone_key !== '' &&
  reserved.company_key !== '' &&
  reserved.phone_key === contact.phone_key &&
  reserved.company_key === contact.company_key

export async function hasReservedNumbers(db: Database): Promise<boolean> {
  const row = await db.selectFrom('reserved_number').select('number').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The reserved numbers with one of these keys, emails or phones, in the order of the numbers. */
export async function findReservedNumbers(
  db: Database,
  {
    numbers = [],
    emails = [],
    phones = [],
  }: Partial<Record<'numbers' | 'emails' | 'phones', readonly string[]>>,
): Promise<ReservedNumber[]> {
  const conditions = [
    ['number', numbers],
    ['email', emails],
    ['phone_key', phones],
  ] as const
  const requested = conditions.filter(([, values]) => values.length > 0)
  if (requested.length === 0) return []
  return db
    .selectFrom('reserved_number')
    .selectAll()
    .where((eb) => eb.or(requested.map(([column, values]) => eb(column, 'in', values))))
    .orderBy('number')
    .execute()
}

/** Reserves the numbers of members who are about to be deleted, or are job seekers again. */
export const reserveNumbers = (
  db: Database,
  members: readonly PersonRow[],
  now: Date,
): Promise<void> =>
  insertRows(
    db,
    'reserved_number',
    members.flatMap(({ membership_number: number, email, phone_key, company_key }) =>
      number
        ? [
            {
              number: numberKey(number),
              written_as: number,
              email,
              phone_key,
              company_key,
              reserved_at: now.toISOString(),
            },
          ]
        : [],
    ),
  )

/** Frees reserved numbers (by their keys), so that the caller can issue them again. */
export async function releaseNumbers(db: Database, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  await db.deleteFrom('reserved_number').where('number', 'in', numbers).execute()
  await db.deleteFrom('issued_number').where('number', 'in', numbers).execute()
}

/** Removes the reservation of a number (by its key) that its former member has again; it stays issued. */
export async function endReservation(db: Database, number: string): Promise<void> {
  await db.deleteFrom('reserved_number').where('number', '=', number).execute()
}

/** Removes what identifies a person from the numbers reserved for them, which are then never assigned. */
export async function anonymiseReservations(db: Database, contact: Contact): Promise<void> {
  const reserved = await findReservedNumbers(db, {
    emails: contact.email ? [contact.email] : [],
    phones: contact.phone_key ? [contact.phone_key] : [],
  })
  const numbers = reserved
    .filter((number) => isReservedFor(number, contact))
    .map(({ number }) => number)
  if (numbers.length === 0) return
  await db
    .updateTable('reserved_number')
    .set({ email: '', phone_key: '', company_key: '' })
    .where('number', 'in', numbers)
    .execute()
}
