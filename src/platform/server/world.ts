import type { PortalInfo } from '#shared/portal-info.ts'
import type { Database } from './database/database.ts'
import type { FileStore } from './files/files.ts'
import type { Log } from './log.ts'
import type { MailPage } from './mail/mail-page.ts'
import type { MailValues } from './mail/mail-template.ts'

/** Everything a feature borrows from the world. Tests lend it a clock that stands still. */
export interface World {
  db: Database
  files: FileStore
  now: () => Date
  log: Log
  /** The address people reach the portal at, without a slash at its end. */
  publicUrl: string
  /** True when that address is https: cookies are Secure and carry the `__Host-` prefix. */
  secure: boolean
  /** The association's names and website as they are now. */
  info: () => PortalInfo
  /** A mail of a kind in the association's own words, when it has any that fit. */
  customisedMail: (kind: string, page: MailPage, values?: MailValues) => MailPage
}
