/** The photo of a member, set by an administrator (contract 5.5). */

import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
  type StoredFile,
} from '#platform/server/files/stored-files.ts'
import type { UploadForm } from '#platform/server/files/upload-form.ts'
import { personFrom } from '#platform/server/files/uploader.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { formMessage } from '#shared/fields.ts'
import { Refusal } from '#shared/refusal.ts'
import { type MemberEdit, memberEdit } from '../../contract.ts'
import type { MemberRow } from '../queries.ts'
import { changePerson } from './change-person.ts'
import { editMemberInTransaction } from './edit-member.ts'
import { requireMember } from './load-member.ts'

/**
 * Edits a member and replaces their photo, both or neither. Removes the file of the previous photo, or
 * the new file when the edit fails. Refuses lost updates as `editMember` does.
 */
export async function editWithPhoto(
  world: World,
  admin: Caller,
  id: string,
  { fields, files: [photo, ...more] }: UploadForm,
): Promise<MemberRow> {
  if (!photo) throw new Refusal('invalid', 'Please choose a photo')
  if (more.length > 0) throw new Refusal('invalid', 'Please send one photo at a time')
  const edit = parseEdit(fields.memberData ?? [])
  await requireMember(world.db, id)
  const stored = await world.files.store(photo, personFrom(admin), world.now())
  const { member, previous } = await savePhoto(world, admin, { ...edit, id }, stored).catch(
    async (error: unknown) => {
      await world.files.unstore([stored])
      throw error
    },
  )
  if (previous) await world.files.removeBytes([previous])
  return member
}

/** Returns the member, and the name of the file that the photo replaces. */
const savePhoto = (
  world: World,
  admin: Caller,
  edit: MemberEdit & { id: string },
  { name }: StoredFile,
): Promise<{ member: MemberRow; previous: string | undefined }> =>
  world.db.transaction().execute(async (db) => {
    const person = await editMemberInTransaction(world, db, admin, edit)
    if (!(await claimFile(db, name, { kind: 'memberPhoto', owner: 'person', ownerId: edit.id })))
      throw new Error(`The new photo ${name} has been removed`)
    const member = await changePerson(db, {
      actor: admin.id,
      person,
      values: { photo_url: fileUrl(name) },
      action: 'photo changed',
      now: world.now(),
    })
    const previous = fileNameInUrl(person.photo_url ?? '')
    if (previous) await deleteFileRecords(db, [previous])
    return { member, previous }
  })

function parseEdit(values: readonly string[]): MemberEdit {
  const [json, ...more] = values
  if (json === undefined || more.length > 0)
    throw new Refusal('invalid', 'Please send the details of the member with the photo')
  const result = memberEdit.safeParse(parseJson(json))
  if (result.success) return result.data
  throw new Refusal('invalid', result.error.issues[0]?.message ?? formMessage)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Refusal('invalid', 'The details of the member are not well-formed JSON')
  }
}
