/** Sets role, name, activity and visibility of a person. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Role } from '#shared/roles.ts'
import { derivedColumns } from '../../derived-columns.ts'
import type { PersonRow } from '../queries.ts'

/** Sets the role and ends the person's sessions; `at` is the new version. */
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

/** Sets the name and the columns derived from it. */
export async function renamePerson(db: Database, person: PersonRow): Promise<void> {
  await db
    .updateTable('person')
    .set({ name: person.name, ...derivedColumns(person) })
    .where('id', '=', person.id)
    .execute()
}

/** Activates or deactivates a person; deactivation ends their sessions. */
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

/** Shows a member in the directory or hides them. */
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
