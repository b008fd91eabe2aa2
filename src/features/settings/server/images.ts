/** The images among the settings. The association's logo is public (contract 14.3). */
import { certificateImages } from '#features/certificates/template.ts'
import { isLogoOfReceipts } from '#features/ledger/server/receipts/queries.ts'
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

export const imageSettings = ['association_logo', ...certificateImages] as const
type ImageSetting = (typeof imageSettings)[number]

export const isImageSetting = (name: string): boolean =>
  imageSettings.some((setting) => setting === name)

/** A signature or a seal is for administrators, so that members cannot copy it from the portal. */
const ownerOf = (name: ImageSetting) =>
  name === 'association_logo' ? 'association' : 'certificate'

const ownerId = (name: ImageSetting): string => (name === 'association_logo' ? 'association' : name)

/** Makes an unclaimed upload of this administrator the image; anything else is refused. */
export async function claimImage(
  db: Database,
  admin: Caller,
  setting: ImageSetting,
  address: string,
): Promise<void> {
  const name = fileNameInUrl(address) ?? ''
  const file = await findFile(db, name)
  const isOwn = file?.uploaded_by === admin.id && fileUrl(file.name) === address
  const claim = { kind: 'logo', owner: ownerOf(setting), ownerId: ownerId(setting) } as const
  if (isOwn && (await claimFile(db, name, claim))) return
  const what = setting === 'association_logo' ? 'logo' : 'image'
  throw new Refusal('invalid', `Please upload the ${what} again`, { field: setting })
}

/**
 * Deletes the record of the previous image, unless receipts show it. Returns the files whose bytes to delete after
 * the commit.
 */
export async function releaseImage(
  db: Database,
  setting: ImageSetting,
  address: string,
): Promise<string[]> {
  const name = fileNameInUrl(address)
  const file = name === undefined ? undefined : await findFile(db, name)
  if (!file || file.owner !== ownerOf(setting)) return []
  if (setting === 'association_logo' && (await isLogoOfReceipts(db, address))) return []
  await deleteFileRecords(db, [file.name])
  return [file.name]
}
