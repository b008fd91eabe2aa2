/** Who is in the directory: members who are active and visible. */

import { sql } from 'kysely'
import { isMemberRole } from '#shared/roles.ts'
import { hasMemberRole } from '../member-role-queries.ts'
import type { PersonRow } from '../queries.ts'

export const isListed = ({
  role,
  is_active,
  is_visible,
}: Pick<PersonRow, 'role' | 'is_active' | 'is_visible'>): boolean =>
  isMemberRole(role) && is_active && is_visible

/** The same as a condition on `person`. */
export const listed = sql<boolean>`${hasMemberRole} and person.is_active = true and person.is_visible = true`
