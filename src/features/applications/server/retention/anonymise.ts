/** Erases applicants' personal data when their member is deleted permanently. */
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/stored-files.ts'
import { deleteChanges } from '#platform/server/history.ts'
import { hashSecret } from '#platform/server/ids.ts'
import { type ApplicationData, emptyApplicationData } from '../../answers.ts'
import { recordApplicationChange } from '../application-history.ts'
import { anonymiseApplication, listApplicationsOfMember } from './retention-queries.ts'

/**
 * Deletes papers, private links, history and personal data of the applications that became this
 * member; type, dates and decision stay. Returns the files whose bytes to delete after the commit.
 */
export async function anonymiseApplicant(
  db: Database,
  memberId: string,
  admin: string,
  now: Date,
): Promise<string[]> {
  const ids = await listApplicationsOfMember(db, memberId)
  const files = (await listFiles(db, 'application', ids)).map(({ name }) => name)
  await deleteFileRecords(db, files)
  await deleteChanges(db, 'application', ids)
  for (const id of ids) {
    await anonymiseApplication(
      db,
      id,
      { data: JSON.stringify(erasedData), fingerprint: hashSecret(`erased ${id}`) },
      now,
    )
    await recordApplicationChange(db, id, { actor: admin, action: 'applicant-deleted' }, now)
  }
  return files
}

const erasedData: ApplicationData = { ...emptyApplicationData, name: 'Deleted applicant' }
