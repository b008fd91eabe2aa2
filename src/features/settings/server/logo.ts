/** The association's logo. Once set, the file is public (contract 14.3). */
import type { Database } from '#platform/server/database/database.ts'
import {
  claimFile,
  deleteFileRecords,
  fileNameInUrl,
  fileUrl,
  findFile,
} from '#platform/server/files/stored-files.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { Refusal } from '#shared/refusal.ts'

/** Makes an unclaimed upload of this administrator the logo; anything else is refused. */
export async function claimLogo(db: Database, admin: Caller, address: string): Promise<void> {
  const name = fileNameInUrl(address) ?? ''
  const file = await findFile(db, name)
  const isOwn = file?.uploaded_by === admin.id && fileUrl(file.name) === address
  if (isOwn && (await claimFile(db, name, 'logo', 'association', 'association'))) return
  throw new Refusal('invalid', 'Please upload the logo again', { field: 'association_logo' })
}

/** Deletes the record of the previous logo. Returns the files whose bytes to delete after the commit. */
export async function releaseLogo(db: Database, name: string): Promise<string[]> {
  const file = await findFile(db, name)
  if (file?.owner !== 'association') return []
  await deleteFileRecords(db, [name])
  return [name]
}
