import type { AssociationDetails } from '#shared/association-details.ts'
import type { PortalInfo } from '#shared/portal-info.ts'
import type { Log } from './core/log.ts'
import type { Database } from './database/database.ts'
import type { FileStore } from './files/file-store-interface.ts'
import type { Secrets } from './files/secrets.ts'
import type { ComposeMail } from './mail/mail-template.ts'

/** Everything a feature uses from outside. In tests the clock is fixed. */
export interface World {
  db: Database
  files: FileStore
  now: () => Date
  log: Log
  /** The public address of the portal, without a trailing slash. */
  publicUrl: string
  /** True when that address is https: cookies are Secure and carry the `__Host-` prefix. */
  secure: boolean
  /** The current names, website and logo of the association. */
  info: () => PortalInfo
  /** The association's current details, for documents and notices. */
  association: () => AssociationDetails
  composeMail: ComposeMail
  /** Keyed hashes and encryption under the keys of the key file. */
  secrets: Secrets
}
