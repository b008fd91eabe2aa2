/**
 * Finds the possible duplicates of an applicant: equal e-mail address, phone or company
 * (members/duplicate-keys.ts). They do not forbid an approval: an approval that names the ones its
 * administrator has seen (decide-application.ts) is refused only for others.
 */
import { matchingFields } from '#features/members/duplicate-keys.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { findDuplicatePeople } from '#features/members/server/record/duplicate-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { PossibleDuplicate } from '../../answers.ts'
import { statusLabels } from '../../rules.ts'
import type { ApplicationRecord, ApplicationRow } from '../queries.ts'
import { findDuplicateApplications } from './duplicate-queries.ts'

/** Members, administrators and other applications, but not the member this application became. */
export async function findDuplicates(
  db: Database,
  application: ApplicationRecord,
): Promise<PossibleDuplicate[]> {
  const people = (await findDuplicatePeople(db, application)).filter(
    ({ id }) => id !== application.member_id,
  )
  const others = await findDuplicateApplications(db, application)
  const duplicate = (
    what: PossibleDuplicate['what'],
    other: PersonRow | ApplicationRow,
    note: string,
  ) => ({
    what,
    id: other.id,
    name: other.name,
    company_name: other.company_name,
    note,
    same: matchingFields(application, other),
  })
  return [
    ...people.map((person) => duplicate('member', person, personNote(person))),
    ...others.map((other) => duplicate('application', other, statusLabels[other.status])),
  ]
}

function personNote({ membership_number, role, is_active }: PersonRow): string {
  const label = membership_number ?? (role === 'admin' ? 'Administrator' : 'No number')
  return is_active ? label : `${label}, deleted`
}
