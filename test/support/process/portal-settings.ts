import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from './environment.ts'
import type { PortalSettings } from './portal-process.ts'
import { adminEmail } from './sign-in.ts'

/** Settings of a portal with a new data folder and an empty database that sends its mails to `mail`. */
export async function portalSettings(
  env: DrillEnvironment,
  mail: MailServer,
  engine: Engine = 'SQLite',
) {
  return {
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
    LOG_LEVEL: 'warn',
  } satisfies PortalSettings
}
