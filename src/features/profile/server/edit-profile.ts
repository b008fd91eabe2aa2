import { logoMessage } from '#features/members/fields/field-rules.ts'
import { lockPerson } from '#features/members/server/lock-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { changePerson, type PersonValues } from '#features/members/server/record/change-person.ts'
import { columnsOfForm } from '#features/members/server/record/form-columns.ts'
import type { Database } from '#platform/server/database/database.ts'
import {
  claimUpload,
  deleteFileRecords,
  fileNameInUrl,
} from '#platform/server/files/stored-files.ts'
import { listChanges } from '#platform/server/history/history.ts'
import { editConflict } from '#platform/server/http/conflicts.ts'
import { signedOut } from '#platform/server/http/guards.ts'
import { countSave } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { tooLong } from '#shared/fields.ts'
import { limits } from '#shared/limits.ts'
import { valueAt } from '#shared/records.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ProfileEdit } from '../contract.ts'

/**
 * Saves the user's own fields. Refused with 409 when someone else has changed one of them since it was
 * read; changes of other fields, like remarks and payments, do not conflict.
 */
export async function editProfile(
  world: World,
  caller: Caller,
  { updated_at: expectedVersion, ...edit }: ProfileEdit,
): Promise<PersonRow> {
  await countSave(world.db, caller, [limits.profiles, limits.profilesDaily], {
    now: world.now(),
  })
  const { person, replacedLogo } = await world.db.transaction().execute(async (db) => {
    const before = await lockPerson(db, caller.id)
    if (!before) throw signedOut()
    const { logo_url: logo, ...fields } = columnsOfForm('profile', before, edit)
    if (before.role === null) refuseLongTexts(before, fields)
    const values = { ...fields, ...(await logoColumn(db, before, logo)) }
    if (
      expectedVersion !== undefined &&
      (await hasChangedSince(db, before.id, Object.keys(values), expectedVersion))
    )
      throw editConflict(
        'Your profile has been changed since you opened it. Please check it and save again.',
      )
    const after = await changePerson(db, {
      actor: before.id,
      person: before,
      values,
      action: 'edited own profile',
      now: world.now(),
    })
    const oldLogo =
      after.logo_url === before.logo_url ? undefined : fileNameInUrl(before.logo_url ?? '')
    if (oldLogo !== undefined) await deleteFileRecords(db, [oldLogo])
    return { person: after, replacedLogo: oldLogo }
  })
  if (replacedLogo !== undefined) await world.files.removeBytes([replacedLogo])
  return person
}

/** The maximum length of new texts in a job seeker's profile; existing longer texts are kept. */
const maxSeekerText = 1000

function refuseLongTexts(person: PersonRow, fields: PersonValues): void {
  for (const [column, value] of Object.entries(fields))
    if (
      typeof value === 'string' &&
      value.length > maxSeekerText &&
      value !== valueAt(person, column)
    )
      throw new Refusal('invalid', tooLong(maxSeekerText), {
        field: column,
      })
}

/** A new logo must be an unused file that this person has uploaded; null removes the logo. */
async function logoColumn(
  db: Database,
  person: PersonRow,
  requested: string | null | undefined,
): Promise<{ logo_url?: string | null }> {
  if (requested === undefined || requested === person.logo_url) return {}
  if (requested === null || requested === '') return { logo_url: null }
  const upload = { url: requested, uploadedBy: person.id }
  if (await claimUpload(db, upload, { kind: 'logo', owner: 'person', ownerId: person.id }))
    return { logo_url: requested }
  throw new Refusal('invalid', logoMessage)
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
