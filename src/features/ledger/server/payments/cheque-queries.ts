import { sql } from 'kysely'
import { personName } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf } from '#platform/server/database/engine-sql.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { HeldCheque } from '../../answers.ts'
import type { ChequeKind } from '../../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    held_cheque: HeldChequeRow
  }
}

/**
 * A cheque that is received and not cleared: no money yet, so no entry of the ledger. One that is cleared, or returned
 * by a bank line, keeps its row, so that undoing the bank line holds it again; the row is deleted when the cheque is
 * returned or removed by hand. The member's history keeps what happened.
 */
export interface HeldChequeRow {
  id: string
  person_id: string
  number: string
  bank: string
  amount_paise: number
  received_on: Day
  /** The days that Mark Paid names; null for a payment of dues. */
  valid_from: Day | null
  valid_to: Day | null
  kind: ChequeKind
  recorded_at: Instant
  recorded_by: string
  /** The payment that cleared it; null while it is held. */
  cleared_entry_id: string | null
  /** The bank line that returned it; null while it is held. */
  returned_line_id: string | null
  /** The charge of the fee that the bank took for the return. */
  fee_entry_id: string | null
}

const isHeld = sql<boolean>`(cleared_entry_id is null and returned_line_id is null)`

export async function insertHeldCheque(db: Database, row: HeldChequeRow): Promise<void> {
  await db.insertInto('held_cheque').values(row).execute()
}

/** Deletes a member's held cheque and returns it; undefined when it is not held any more. */
export const takeHeldCheque = (
  db: Database,
  personId: string,
  id: string,
): Promise<HeldChequeRow | undefined> =>
  db
    .deleteFrom('held_cheque')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where(isHeld)
    .returningAll()
    .executeTakeFirst()

/** Marks the cheque that a payment had cleared as held again, and returns it; undefined when it cleared none. */
export const holdClearedCheque = (
  db: Database,
  entryId: string,
): Promise<HeldChequeRow | undefined> =>
  db
    .updateTable('held_cheque')
    .set({ cleared_entry_id: null })
    .where('cleared_entry_id', '=', entryId)
    .returningAll()
    .executeTakeFirst()

/** The cheque that a bank line returned; undefined when it returned none. */
export const findReturnedCheque = (
  db: Database,
  lineId: string,
): Promise<HeldChequeRow | undefined> =>
  db.selectFrom('held_cheque').selectAll().where('returned_line_id', '=', lineId).executeTakeFirst()

/** The cheques that these bank lines returned, with the charges of their fees. */
export const listReturnedCheques = (db: Database, lineIds: readonly string[]) =>
  db
    .selectFrom('held_cheque')
    .select(['returned_line_id', 'fee_entry_id'])
    .where(isOneOf(db, 'returned_line_id', lineIds))
    .execute()

/** Marks a cheque that a bank line had returned as held again. */
export async function holdReturnedCheque(db: Database, id: string): Promise<void> {
  await db
    .updateTable('held_cheque')
    .set({ returned_line_id: null, fee_entry_id: null })
    .where('id', '=', id)
    .execute()
}

interface HeldChequeFilter {
  id?: string | undefined
  personId?: string | undefined
  amountPaise?: Paise
}

/** All held cheques, or those of a member or an amount, the oldest first. */
export const listHeldCheques = (
  db: Database,
  filter: HeldChequeFilter = {},
): Promise<HeldCheque[]> => heldCheques(db, filter).execute()

/** The oldest held cheques, or those of a member, as screens list them. */
export const listOldestHeldCheques = (
  db: Database,
  personId: string | undefined,
): Promise<HeldCheque[]> => heldCheques(db, { personId }).limit(500).execute()

export async function findHeldCheque(db: Database, id: string): Promise<HeldCheque | undefined> {
  const [cheque] = await listHeldCheques(db, { id })
  return cheque
}

const heldCheques = (db: Database, { id, personId, amountPaise }: HeldChequeFilter) =>
  db
    .selectFrom('held_cheque')
    .innerJoin('person', 'person.id', 'held_cheque.person_id')
    .leftJoin('person as admin', 'admin.id', 'held_cheque.recorded_by')
    .select(['held_cheque.id', 'person_id', 'number', 'bank', 'amount_paise', 'received_on'])
    .select(['valid_from', 'valid_to', 'kind', 'recorded_at'])
    .select([
      'person.name as member_name',
      'person.company_name',
      'person.membership_number',
      'person.email',
    ])
    .select(personName('admin').as('recorded_by'))
    .where(isHeld)
    .$if(id !== undefined, (cheques) => cheques.where('held_cheque.id', '=', id ?? ''))
    .$if(personId !== undefined, (cheques) => cheques.where('person_id', '=', personId ?? ''))
    .$if(amountPaise !== undefined, (cheques) =>
      cheques.where('amount_paise', '=', amountPaise ?? 0),
    )
    .orderBy('received_on')
    .orderBy('held_cheque.id')

/** The cheques that claim keys of references. */
export const listHeldByKeys = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('payment_reference')
    .innerJoin('held_cheque', 'held_cheque.id', 'payment_reference.entry_id')
    .innerJoin('person', 'person.id', 'held_cheque.person_id')
    .select(['key', 'amount_paise', 'received_on', 'person_id'])
    .select(['person.name', 'person.company_name'])
    .where('key', 'in', keys.length > 0 ? keys : [''])
    .execute()

/** All cheques, for the keys of their references. */
export const listHeldReferences = (db: Database) =>
  db
    .selectFrom('held_cheque')
    .select(['id', 'number', 'bank'])
    .where(isHeld)
    .orderBy('id')
    .execute()

/** The cheques of people who are deleted in the same transaction. Their references are free again. */
export async function removeHeldCheques(db: Database, personIds: readonly string[]): Promise<void> {
  const ids = personIds.length > 0 ? personIds : ['']
  await db
    .deleteFrom('payment_reference')
    .where('entry_id', 'in', (eb) =>
      eb.selectFrom('held_cheque').select('id').where('person_id', 'in', ids),
    )
    .execute()
  await db.deleteFrom('held_cheque').where('person_id', 'in', ids).execute()
}
