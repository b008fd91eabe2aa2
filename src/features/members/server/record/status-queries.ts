/** Where a person stands: role, name, active or not, in the directory or not. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Role } from '#shared/roles.ts'
import { derivedColumns } from '../../derived-columns.ts'
import type { PersonRow } from '../queries.ts'

/** Changes the role of a person, whose version is then `at`; their sessions end with the old one. */
export async function updateRole(
  db: Database,
  id: string,
  role: Role | null,
  at: string,
): Promise<void> {
  await db
    .updateTable('person')
    .set({
      role,
      updated_at: at,
      session_epoch: sql<number>`session_epoch + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Names a person; whoever is found by the name is found by the new one. */
export async function renamePerson(db: Database, person: PersonRow): Promise<void> {
  await db
    .updateTable('person')
    .set({ name: person.name, ...derivedColumns(person) })
    .where('id', '=', person.id)
    .execute()
}

/** Switches a person on or off; their sessions end with a switching off. */
export async function updateActive(
  db: Database,
  id: string,
  isActive: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('person')
    .set({
      is_active: isActive,
      updated_at: now.toISOString(),
      ...(!isActive && { session_epoch: sql<number>`session_epoch + 1` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Shows a member in the directory, or hides them from it. */
export async function updateVisible(
  db: Database,
  id: string,
  isVisible: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable('person')
    .set({ is_visible: isVisible, updated_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}
