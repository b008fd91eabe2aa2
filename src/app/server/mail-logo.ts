/** The sender identity of mails. It needs the settings and the file store, so it is composed here. */
import type { SettingsStore } from '#features/settings/server/settings-store.ts'
import { fitHeight } from '#platform/server/files/clean-image.ts'
import { fileNameInUrl, findFile } from '#platform/server/files/stored-files.ts'
import type { FindSenderIdentity, SenderIdentity } from '#platform/server/mail/deliver.ts'
import { type MailLogo, portalLogo } from '#platform/server/mail/mail-page.ts'
import type { World } from '#platform/server/world.ts'
import { mediaTypes } from '#shared/file-kinds.ts'

type Needs = Pick<World, 'db' | 'files' | 'info' | 'log'>

/** Name, logo and office address of the association, as the settings have them now. */
export function associationSender(
  needs: Needs,
  settings: Pick<SettingsStore, 'current'>,
): FindSenderIdentity {
  const logo = associationLogo(needs)
  return () => ({
    name: needs.info().association_name,
    replyTo: settings.current().office_email,
    logo,
  })
}

/** Caches the last logo. When it cannot be read, mails go out with the portal's own. */
function associationLogo(needs: Needs): SenderIdentity['logo'] {
  let cached: { address: string; logo: MailLogo } | undefined
  return async () => {
    const address = needs.info().association_logo
    if (address === '') return portalLogo
    if (cached?.address === address) return cached.logo
    try {
      const logo = await readLogo(needs, address)
      if (!logo) return portalLogo
      cached = { address, logo }
      return logo
    } catch (error) {
      needs.log.warn({ err: error }, 'reading the logo for a mail failed')
      return portalLogo
    }
  }
}

/**
 * Twice the displayed size, for sharp screens. The mail specifies only the height, and programs such as Outlook do not
 * support max-width, so the image itself must have the right proportions.
 */
const box = { height: 2 * 36, maxWidth: 2 * 120 }

async function readLogo({ db, files }: Needs, address: string): Promise<MailLogo | undefined> {
  const file = await findFile(db, fileNameInUrl(address) ?? '')
  if (file?.owner !== 'association') return undefined
  const image = await files.read(file, file.has_small ? 'small' : 'full')
  if (!image) return undefined
  return { filename: 'logo.png', contentType: mediaTypes.png, content: await fitHeight(image, box) }
}
