/** Who may be the same person or firm as an applicant: equal e-mail address, phone or company. */
import type { PersonRow } from '#features/members/server/queries.ts'
import { findSimilarPeople } from '#features/members/server/record/duplicate-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { PossibleDuplicate } from '../../answers.ts'
import { statusLabels } from '../../rules.ts'
import { type ApplicationRecord, type ApplicationRow, listDuplicates } from '../queries.ts'

/** Members, administrators and other applications, but not the member this application became. */
export async function findDuplicates(
  db: Database,
  application: ApplicationRecord,
): Promise<PossibleDuplicate[]> {
  const people = (await findSimilarPeople(db, application)).filter(
    ({ id }) => id !== application.member_id,
  )
  const others = await listDuplicates(db, application)
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
    same: equalFields(application, other),
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

type Keys = Pick<ApplicationRow, 'email' | 'phone_key' | 'company_key'>

function equalFields(one: Keys, other: Keys): PossibleDuplicate['same'] {
  const fields: PossibleDuplicate['same'] = []
  if (one.email === other.email) fields.push('email')
  if (one.phone_key !== '' && one.phone_key === other.phone_key) fields.push('phone')
  if (one.company_key !== '' && one.company_key === other.company_key) fields.push('company')
  return fields
}
