import { lockPerson, type PersonRow } from '#features/members/server/queries.ts'
import { saveOwnChanges } from '#features/members/server/record/save-changes.ts'
import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
  findFile,
} from '#platform/server/files/files.ts'
import { listChanges } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { ProfileEdit } from '../contract.ts'

/**
 * Saves the user's own fields. Refused with 409 when someone else has changed one of them since it was
 * read; changes of other fields, like remarks and payments, do not conflict.
 */
export async function editProfile(
  world: World,
  caller: Caller,
  { updated_at: read, ...edit }: ProfileEdit,
): Promise<PersonRow> {
  const { person, gone } = await world.db.transaction().execute(async (db) => {
    const before = await lockPerson(db, caller.id)
    if (!before) throw new Refusal('signed-out', 'Please log in')
    const { logo_url: logo, ...fields } = editedColumns(before, edit)
    const wanted = { ...fields, ...(await logoColumn(db, before, logo)) }
    if (read !== undefined && (await hasChangedSince(db, before.id, Object.keys(wanted), read)))
      throw editConflict()
    const after = await saveOwnChanges(db, before, wanted, world.now())
    if (!after) throw editConflict()
    const old =
      after.logo_url === before.logo_url ? undefined : fileNameInUrl(before.logo_url ?? '')
    if (old !== undefined) await deleteFileRecords(db, [old])
    return { person: after, gone: old }
  })
  if (gone !== undefined) await world.files.removeBytes([gone])
  return person
}

const editConflict = () =>
  new Refusal(
    'conflict',
    'Your profile has been changed since you opened it. Please check it and save again.',
  )

/** The form's fields as columns. Materials are for vendors, visibility settings for members. */
function editedColumns(
  person: PersonRow,
  {
    additional_info_materials_products: chosen,
    materials_other,
    show_phone,
    show_email,
    show_address,
    ...fields
  }: Omit<ProfileEdit, 'updated_at'>,
) {
  const shown = { show_phone, show_email, show_address }
  return {
    ...fields,
    ...(isMemberRole(person.role) && shown),
    ...(person.role === 'vendor' && materialColumns(person, chosen, materials_other)),
  }
}

/** The text of 'other' is cleared when 'other' is not selected. */
function materialColumns(
  person: PersonRow,
  chosen: readonly string[] | undefined,
  other: string | undefined,
) {
  const names: readonly string[] = chosen ?? JSON.parse(person.materials)
  return {
    materials: chosen && JSON.stringify([...new Set(chosen)]),
    materials_other: names.includes('other') ? other : '',
  }
}

/** A new logo must be an unused file that this person has uploaded; null removes the logo. */
async function logoColumn(
  db: Database,
  person: PersonRow,
  wanted: string | null | undefined,
): Promise<{ logo_url?: string | null }> {
  if (wanted === undefined || wanted === person.logo_url) return {}
  if (wanted === null || wanted === '') return { logo_url: null }
  const name = fileNameInUrl(wanted) ?? ''
  const file = await findFile(db, name)
  const isOwn = file?.uploaded_by === person.id && fileUrl(file.name) === wanted
  if (isOwn && (await claimFile(db, name, 'logo', 'person', person.id))) return { logo_url: wanted }
  throw new Refusal('invalid', 'Please upload the logo again')
}

/** True when one of these fields has been changed after that moment. */
async function hasChangedSince(
  db: Database,
  personId: string,
  fields: readonly string[],
  since: string,
): Promise<boolean> {
  const changes = await listChanges(db, 'person', personId, since)
  return changes.some(({ after }) => fields.some((name) => name in after))
}
