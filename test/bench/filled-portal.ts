import { migrations } from '#app/server/migrations.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import type { Engine } from '#test/support/engines.ts'
import { withoutTrigrams } from './bulk-fill.ts'
import { fillDues } from './dues.ts'
import { fillJobs } from './jobs.ts'
import { fillApplications, fillRegister } from './register.ts'

const maxOthers = 100_000

/** Starts a portal with this number of members, dues of a tenth, as many applications (at most 100,000), a tenth of jobs. */
export async function startFilledPortal(env: DrillEnvironment, engine: Engine, members: number) {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const { DATABASE_URL: url, DATA_DIR: folder } = settings
  const { db, close } = url ? await openPostgres(url) : openSqlite(folder)
  await migrate(db, migrations)
  await withoutTrigrams(db, engine, async () => {
    await fillRegister(db, members)
    await fillDues(db, members)
    await fillApplications(db, Math.min(members, maxOthers))
    await fillJobs(db, Math.min(members, maxOthers) / 10)
  })
  await close()
  return { portal: await env.portal(settings), mail, settings }
}
