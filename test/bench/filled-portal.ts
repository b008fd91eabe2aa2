import { migrations } from '#app/server/migrations.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import type { Engine, Site } from '#test/drills/support/site.ts'
import { fillApplications, fillRegister } from './register.ts'

/** A running portal with so many members and as many applications. */
export async function startFilledPortal(site: Site, engine: Engine, members: number) {
  const mail = await site.mailServer()
  const settings = await portalSettings(site, mail, engine)
  const { DATABASE_URL: url, DATA_DIR: folder } = settings
  const { db, close } = url ? await openPostgres(url) : openSqlite(folder)
  await migrate(db, migrations)
  await fillRegister(db, members)
  await fillApplications(db, members)
  await close()
  return { portal: await site.portal(settings), mail, settings }
}
