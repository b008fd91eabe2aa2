/** Permanent Delete (contract 12.9), for inactive people only. */
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/stored-files.ts'
import { eraseHistory } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { eraseFailedMails } from '#platform/server/mail/outbox.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import { lockMember } from './load-member.ts'
import { deletePerson } from './member-queries.ts'
import { anonymiseReservations } from './reserved-number-queries.ts'

/**
 * Deletes a person with their sessions, postings, files and history, and records the deletion. Receipts
 * and issued membership numbers stay. Returns the files whose bytes must be removed after the commit.
 * When two administrators delete the same person concurrently, the second one gets a 404.
 */
export async function deletePermanently(
  db: Database,
  admin: Caller,
  id: string,
  now: Date,
): Promise<string[]> {
  if (id === admin.id)
    throw new Refusal('conflict', 'You cannot delete yourself; ask another administrator')
  const member = await lockMember(db, id)
  if (member.is_active)
    throw new Refusal(
      'conflict',
      'Only removed members can be permanently deleted; remove the member first',
    )
  if (!(await deletePerson(db, id)))
    throw new Refusal('conflict', 'This person has just been restored. Reload the list')
  const files = (await listFiles(db, 'person', [id])).map(({ name }) => name)
  await deleteFileRecords(db, files)
  await anonymiseReservations(db, member)
  await eraseFailedMails(db, member.email)
  const after = isMemberRole(member.role) ? { membership_number: member.membership_number } : {}
  await eraseHistory(
    db,
    [{ actor: admin.id, subject: 'person', subjectId: id, action: 'deleted for good', after }],
    now,
  )
  return files
}
