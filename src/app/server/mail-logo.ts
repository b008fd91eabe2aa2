/** The association's logo for its mails (composed here: settings know which, the store has it). */

import { fileNameInUrl, findFile } from '#platform/server/files/files.ts'
import type { FindLogo } from '#platform/server/mail/deliver.ts'
import { type MailLogo, portalLogo } from '#platform/server/mail/mail-page.ts'
import type { World } from '#platform/server/world.ts'
import { mediaTypes } from '#shared/file-kinds.ts'

type Need = Pick<World, 'db' | 'files' | 'info' | 'log'>

/** Keeps the last one in memory. A logo that cannot be read holds no mail up: the portal's goes out. */
export function associationLogo(need: Need): FindLogo {
  let known: { address: string; logo: MailLogo } | undefined
  return async () => {
    const address = need.info().association_logo
    if (address === '') return portalLogo
    if (known?.address === address) return known.logo
    try {
      const logo = await readLogo(need, address)
      if (!logo) return portalLogo
      known = { address, logo }
      return logo
    } catch (error) {
      need.log.warn({ err: error }, 'the logo could not be read for a mail')
      return portalLogo
    }
  }
}

async function readLogo({ db, files }: Need, address: string): Promise<MailLogo | undefined> {
  const file = await findFile(db, fileNameInUrl(address) ?? '')
  if (file?.owner !== 'association') return undefined
  const content = await files.read(file, file.has_small ? 'small' : 'full')
  const ending = file.name.split('.').at(-1)
  return content && { filename: `logo.${ending}`, contentType: mediaTypes[file.type], content }
}
