/** Erases applicants' personal data when their member is deleted permanently. */

import { hashSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/stored-files.ts'
import { eraseHistory } from '#platform/server/history/history.ts'
import { type ApplicationData, emptyApplicationData } from '../../answers.ts'
import { applicationChange } from '../application-history.ts'
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
  for (const id of ids)
    await anonymiseApplication(
      db,
      id,
      { data: JSON.stringify(erasedData), contentHash: hashSecret(`erased ${id}`) },
      now,
    )
  const change = { actor: admin, action: 'applicant-deleted' } as const
  await eraseHistory(
    db,
    ids.map((id) => applicationChange(id, change)),
    now,
  )
  return files
}

const erasedData: ApplicationData = { ...emptyApplicationData, name: 'Deleted applicant' }
