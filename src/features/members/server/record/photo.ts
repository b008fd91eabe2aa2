/** The photo of a member, given by an administrator (contract 7, PUT …/photo). */
import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
} from '#platform/server/files/files.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { ReceivedForm } from '#platform/server/http/multipart.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { type MemberEdit, memberEdit } from '../../contract.ts'
import { editMemberInTransaction } from './edit.ts'
import { noSuchMember } from './load-member.ts'
import { findMember, type MemberRow } from './member-queries.ts'
import { saveMemberChanges } from './save-changes.ts'

/**
 * Changes a member and their photo in one step: both or neither. The file of the photo before goes;
 * a new one that came to nothing goes too. Whoever is no longer as read is refused as in an edit.
 */
export async function editWithPhoto(
  world: World,
  admin: Caller,
  id: string,
  { fields, files: [photo, ...more] }: ReceivedForm,
): Promise<MemberRow> {
  if (!photo) throw new Refusal('invalid', 'Please choose a photo')
  if (more.length > 0) throw new Refusal('invalid', 'Please send one photo at a time')
  const edit = editFrom(fields.memberData ?? [])
  if (!(await findMember(world.db, id))) throw noSuchMember()
  const kept = await world.files.store(photo, admin.id, world.now())
  try {
    const { member, old } = await world.db.transaction().execute(async (db) => {
      const before = await editMemberInTransaction(world, db, admin, id, edit)
      if (!(await claimFile(db, kept.name, 'memberPhoto', 'person', id)))
        throw new Error(`The new photo ${kept.name} is not there any more`)
      const photoUrl = fileUrl(kept.name)
      const now = world.now()
      const after = await saveMemberChanges(
        db,
        admin.id,
        before,
        { photo_url: photoUrl },
        'photo changed',
        now,
      )
      const gone = fileNameInUrl(before.photo_url ?? '')
      if (gone) await deleteFileRecords(db, [gone])
      return { member: after, old: gone }
    })
    if (old) await world.files.removeBytes([old])
    return member
  } catch (error) {
    await drop(world.db, world, kept.name)
    throw error
  }
}

async function drop(db: Database, { files }: World, name: string): Promise<void> {
  await deleteFileRecords(db, [name])
  await files.removeBytes([name])
}

function editFrom(sent: readonly string[]): MemberEdit {
  const [json, ...more] = sent
  if (json === undefined || more.length > 0)
    throw new Refusal('invalid', 'Please send the details of the member with the photo')
  const read = memberEdit.safeParse(parsed(json))
  if (read.success) return read.data
  throw new Refusal('invalid', read.error.issues[0]?.message ?? 'Please fill in the form')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Refusal('invalid', 'The details of the member are not well-formed JSON')
  }
}
