import type { Database } from '#platform/server/database/database.ts'
import type { PersonRow } from '../queries.ts'

export type SimilarityKeys = Pick<PersonRow, 'email' | 'phone_key' | 'company_key'>

/**
 * Members and administrators, also inactive ones, with the same e-mail address, phone or company: the
 * candidates of the duplicate warning. Oldest first, at most 10.
 */
export function findSimilarPeople(
  db: Database,
  { email, phone_key: phone, company_key: company }: SimilarityKeys,
): Promise<PersonRow[]> {
  return db
    .selectFrom('person')
    .selectAll()
    .where('role', 'is not', null)
    .where((is) =>
      is.or([
        is('email', '=', email),
        ...(phone ? [is('phone_key', '=', phone)] : []),
        ...(company ? [is('company_key', '=', company)] : []),
      ]),
    )
    .orderBy('created_at')
    .limit(10)
    .execute()
}
