/** Starts an older portal on a newer database, and several portals concurrently on an empty one. */

import { migrations } from '#app/server/migrations.ts'
import { queryDatabase, queryPostgres } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { adminEmail } from '#test/support/process/sign-in.ts'

const message =
  /^The portal cannot start\.\nThis database was last used by a newer portal \(it knows "9999-future"\)/

/** Simulates a newer portal with the entry of an unknown migration. */
export async function newerDatabaseDrill(
  env: DrillEnvironment,
  engine: Engine,
  attempts: number,
): Promise<Finding[]> {
  const settings = {
    DATA_DIR: env.folder(),
    DATABASE_URL: await env.database(engine),
    ADMIN_EMAIL: adminEmail,
  }
  const portal = await env.portal(settings)
  await portal.end('SIGTERM')
  const query = (statement: string) => queryDatabase(settings, statement)
  await query("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01')")
  const state = async () =>
    JSON.stringify([
      await query('select * from kysely_migration order by name'),
      await query('select * from person order by id'),
    ])
  const before = await state()
  let refused = 0
  for (let i = 0; i < attempts; i++) {
    const older = await env.launch(settings)
    const { code } = await older.exited
    if (code === 1 && message.test(older.output()) && (await state()) === before) refused += 1
  }
  await query("delete from kysely_migration where name = '9999-future'")
  const restarted = await env.portal(settings)
  const { code } = await restarted.end('SIGTERM')
  return [
    counted(`older portals that exited with the message, ${engine}`, refused, attempts),
    counted(`start after the unknown migration was removed, ${engine}`, code === 0 ? 1 : 0, 1),
  ]
}

/** Starts `portals` processes concurrently on an empty PostgreSQL: all must serve, each migration must run once. */
export async function simultaneousStartDrill(
  env: DrillEnvironment,
  rounds: number,
  portals = 4,
): Promise<Finding[]> {
  let serving = 0
  let migratedOnce = 0
  let oneAdmin = 0
  for (let round = 0; round < rounds; round++) {
    const url = (await env.database('PostgreSQL')) ?? ''
    const settings = () => ({
      DATA_DIR: env.folder(),
      DATABASE_URL: url,
      ADMIN_EMAIL: adminEmail,
    })
    const started = await Promise.all(Array.from({ length: portals }, () => env.launch(settings())))
    const ready = await Promise.all(
      started.map((portal) =>
        portal.ready().then(
          () => true,
          () => false,
        ),
      ),
    )
    serving += ready.filter((isReady) => isReady).length
    const applied = await queryPostgres(url, 'select name from kysely_migration order by name')
    if (applied.map(({ name }) => name).join() === Object.keys(migrations).sort().join())
      migratedOnce += 1
    const [people] = await queryPostgres(url, 'select count(*)::int as count from person')
    if (people?.count === 1) oneAdmin += 1
    const ends = await Promise.all(started.map((portal) => portal.end('SIGTERM')))
    serving -= ends.filter(({ code }) => code !== 0).length
  }
  return [
    counted(
      'portals that started at once on an empty PostgreSQL and served',
      serving,
      rounds * portals,
    ),
    counted('times every migration was applied once', migratedOnce, rounds),
    counted('times the administrator was created once', oneAdmin, rounds),
  ]
}
