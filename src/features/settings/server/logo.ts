/** The association's own logo: a file of everybody's, once an administrator has set it. */
import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
  findFile,
} from '#platform/server/files/files.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { Refusal } from '#shared/refusal.ts'

/** Makes a file that this administrator has uploaded, and that nobody has yet, the logo. */
export async function claimLogo(db: Database, admin: Caller, address: string): Promise<void> {
  const name = fileNameInUrl(address) ?? ''
  const file = await findFile(db, name)
  const isOwn = file?.uploaded_by === admin.id && fileUrl(file.name) === address
  if (isOwn && (await claimFile(db, name, 'logo', 'association', 'association'))) return
  throw new Refusal('invalid', 'Please upload the logo again')
}

/** Forgets the logo that was; its bytes go after the commit. */
export async function releaseLogo(db: Database, name: string): Promise<string[]> {
  const file = await findFile(db, name)
  if (file?.owner !== 'association') return []
  await deleteFileRecords(db, [name])
  return [name]
}
