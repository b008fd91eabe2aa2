import { sql } from 'kysely'
import { memberRoles } from '#shared/roles.ts'

/**
 * Condition: `isMemberRole` on `person`. Its roles are literals, so that the plans of lists do not depend on values.
 */
export const hasMemberRole = sql<boolean>`person.role in (${sql.join(memberRoles.map((role) => sql.lit(role)))})`
