/** What people change of themselves; which fields those are is the profile's to say. */
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import { derivedColumns } from '../../derived-columns.ts'
import type { PersonRow } from '../queries.ts'
import { updateMember } from '../register/member-queries.ts'

type OwnFields = Partial<
  Pick<
    PersonRow,
    | 'name'
    | 'company_name'
    | 'whatsapp_number'
    | 'website_url'
    | 'business_partner'
    | 'company_description'
    | 'services_products'
    | 'address'
    | 'factory_address'
    | 'certificate_postal_address'
    | 'city'
    | 'social_links'
    | 'materials'
    | 'materials_other'
    | 'logo_url'
    | 'show_phone'
    | 'show_email'
    | 'show_address'
  >
>
/** The same, where a field that was not sent is there and undefined. */
type OwnChanges = { [Field in keyof OwnFields]: OwnFields[Field] | undefined }

/** Writes what is new, with its history; undefined when somebody else was faster. */
export async function saveOwnChanges(
  db: Database,
  person: PersonRow,
  wanted: OwnChanges,
  now: Date,
): Promise<PersonRow | undefined> {
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(person, name),
    ),
  )
  const names = Object.keys(changes)
  if (names.length === 0) return person
  const after: PersonRow = { ...person, ...changes }
  const at = new Date(Math.max(now.getTime(), Date.parse(person.updated_at) + 1)).toISOString()
  const columns = { ...changes, ...derivedColumns(after), updated_at: at }
  if (!(await updateMember(db, person, columns))) return undefined
  await recordChange(
    db,
    {
      actor: person.id,
      subject: 'person',
      subjectId: person.id,
      act: 'edited own profile',
      before: Object.fromEntries(names.map((name) => [name, Reflect.get(person, name)])),
      after: changes,
    },
    new Date(at),
  )
  return { ...after, ...columns }
}
