import type { MailServer } from '#test/setup/mail-server.ts'
import type { PortalSettings } from './portal-process.ts'
import { adminEmail } from './sign-in.ts'
import type { Engine, Site } from './site.ts'

/** Settings of a portal with a new data folder and an empty database, whose mails go to `mail`. */
export async function portalSettings(site: Site, mail: MailServer, engine: Engine = 'SQLite') {
  return {
    DATA_DIR: site.folder(),
    DATABASE_URL: await site.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
    LOG_LEVEL: 'warn',
  } satisfies PortalSettings
}
