/** The register as administrators read it: found, filtered, sorted, in parts. */
import { sql } from 'kysely'
import { type Database, holdsPiece, sortKey, sortKeyOf } from '#platform/server/database.ts'
import type { Place } from '#platform/server/paging.ts'
import { hasRowLocks } from '#platform/server/row-locks.ts'
import type { Role } from '#shared/roles.ts'
import { folded } from '#shared/search.ts'
import type { Member, MemberQuery, MemberSort } from '../contract.ts'
import { type PersonRow, userFromRow } from './queries.ts'

/** Only for people with a role. */
export const memberFromRow = (row: PersonRow & { role: Role }): Member => ({
  ...userFromRow(row),
  role: row.role,
  is_visible: row.is_visible,
  materials_other: row.materials_other,
  remarks: row.remarks,
  payment_status: row.ledger_entry_id !== null,
  payment_amount: row.payment_amount === null ? null : row.payment_amount / 100,
  payment_date: row.payment_date,
  payment_mode: row.payment_mode,
  payment_reference: row.payment_reference,
  membership_valid_from: row.membership_valid_from,
  membership_valid_to: row.membership_valid_to,
})

export type RegisterRow = PersonRow & { role: Role }

export interface MemberListing {
  members: RegisterRow[]
  /** How many there are in all, before `limit` and the cursor. */
  total: number
  next: Place | undefined
}

/**
 * Everybody with a role, by membership number downwards unless asked otherwise. Ties are broken by
 * id; pages continue behind a place, so that what changes meanwhile makes neither gaps nor doubles.
 */
export async function listMembers(
  db: Database,
  query: Omit<MemberQuery, 'cursor'>,
  after: Place | undefined,
  today: string,
): Promise<MemberListing> {
  const all = matching(db, query, today)
  const { column, order } = sortOf(query.sort)
  const key = sortKey(db, sql.ref(`person.${column}`))
  let page = all.selectAll('person').orderBy(key, order).orderBy('person.id', order)
  if (after) {
    const behind = sql.raw(order === 'asc' ? '>' : '<')
    page = page.where(sql<boolean>`(${key}, person.id) ${behind} (${after.at}, ${after.id})`)
  }
  if (query.limit !== undefined) page = page.limit(query.limit + 1)
  const rows = (await page.execute()) as RegisterRow[]
  const members = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = rows.length > members.length ? members.at(-1) : undefined
  return {
    members,
    total: after || last ? await count(all) : rows.length,
    next: last && { at: sortKeyOf(last[column]), id: last.id },
  }
}

function sortOf(sort: MemberQuery['sort']): { column: MemberSort; order: 'asc' | 'desc' } {
  if (sort === undefined) return { column: 'membership_number', order: 'desc' }
  const isDown = sort.startsWith('-')
  return {
    column: (isDown ? sort.slice(1) : sort) as MemberSort,
    order: isDown ? 'desc' : 'asc',
  }
}

type Members = ReturnType<typeof people>

const people = (db: Database) => db.selectFrom('person').where('person.role', 'is not', null)

function matching(db: Database, query: Omit<MemberQuery, 'cursor'>, today: string): Members {
  let found = people(db)
  const term = folded(query.search ?? '').trim()
  if (term !== '') found = found.where(holdsPiece(db, 'person', term))
  if (query.role === 'member') found = found.where('person.role', 'in', ['oem', 'vendor'])
  else if (query.role) found = found.where('person.role', '=', query.role)
  if (query.active) found = found.where('person.is_active', '=', query.active === 'true')
  if (query.visible) found = found.where('person.is_visible', '=', query.visible === 'true')
  if (query.paid)
    found = found.where('person.ledger_entry_id', query.paid === 'true' ? 'is not' : 'is', null)
  if (query.validity === 'unset') found = found.where('person.membership_valid_to', 'is', null)
  if (query.validity === 'valid') found = found.where('person.membership_valid_to', '>=', today)
  if (query.validity === 'expired') found = found.where('person.membership_valid_to', '<', today)
  return found
}

async function count(members: Members): Promise<number> {
  const { total } = await members
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One person of the register, whatever became of them; undefined for job seekers. */
export async function findMember(db: Database, id: string): Promise<RegisterRow | undefined> {
  const row = await people(db).selectAll('person').where('person.id', '=', id).executeTakeFirst()
  return row as RegisterRow | undefined
}

/** The same, held by the transaction: nobody else changes them before it is over. */
export async function holdMember(db: Database, id: string): Promise<RegisterRow | undefined> {
  const row = await people(db)
    .selectAll('person')
    .where('person.id', '=', id)
    .$if(hasRowLocks(db), (rows) => rows.forNoKeyUpdate())
    .executeTakeFirst()
  return row as RegisterRow | undefined
}

/** Changes a member who still is as read; false when somebody else was faster. */
export async function updateMember(
  db: Database,
  read: Pick<PersonRow, 'id' | 'updated_at'>,
  changes: Partial<PersonRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set(changes)
    .where('id', '=', read.id)
    .where('updated_at', '=', read.updated_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes somebody who is inactive, with all that hangs on the row; false when they are not. */
export async function deletePerson(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('person')
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The active administrators; none of them changes until the transaction is over. */
export async function lockAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .$if(hasRowLocks(db), (admins) => admins.forNoKeyUpdate())
    .execute()
  return rows.map(({ id }) => id)
}
