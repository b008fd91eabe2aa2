/** An older program on a newer database, and several programs on an empty one. */

import { migrations } from '#app/server/migrations.ts'
import { counted, type Finding } from '../support/findings.ts'
import { adminEmail } from '../support/sign-in.ts'
import { type Engine, queryDatabase, queryPostgres, type Site } from '../support/site.ts'

const sentence =
  /^The portal cannot start\.\nThis database was last used by a newer portal \(it knows "9999-future"\)/

/** The newer portal's note is written as such a portal would leave it. */
export async function newerDrill(site: Site, engine: Engine, tries: number): Promise<Finding[]> {
  const settings = {
    DATA_DIR: site.folder(),
    DATABASE_URL: await site.database(engine),
    ADMIN_EMAIL: adminEmail,
  }
  const portal = await site.portal(settings)
  await portal.end('SIGTERM')
  const ask = (statement: string) => queryDatabase(settings, statement)
  await ask("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01')")
  const state = async () =>
    JSON.stringify([
      await ask('select * from kysely_migration order by name'),
      await ask('select * from person order by id'),
    ])
  const before = await state()
  let refused = 0
  for (let i = 0; i < tries; i++) {
    const older = await site.launch(settings)
    const { code } = await older.exited
    if (code === 1 && sentence.test(older.output()) && (await state()) === before) refused += 1
  }
  await ask("delete from kysely_migration where name = '9999-future'")
  const again = await site.portal(settings)
  const { code } = await again.end('SIGTERM')
  return [
    counted(`older portals that refused a newer database in a sentence, ${engine}`, refused, tries),
    counted(`starts once it is as old as the portal again, ${engine}`, code === 0 ? 1 : 0, 1),
  ]
}

/** `portals` processes meet one empty PostgreSQL at once: all serve, each change is made once. */
export async function togetherDrill(site: Site, rounds: number, portals = 4): Promise<Finding[]> {
  let serving = 0
  let once = 0
  let admins = 0
  for (let round = 0; round < rounds; round++) {
    const url = (await site.database('PostgreSQL')) ?? ''
    const settings = () => ({
      DATA_DIR: site.folder(),
      DATABASE_URL: url,
      ADMIN_EMAIL: adminEmail,
    })
    const started = await Promise.all(
      Array.from({ length: portals }, () => site.launch(settings())),
    )
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
    if (applied.map(({ name }) => name).join() === Object.keys(migrations).sort().join()) once += 1
    const [people] = await queryPostgres(url, 'select count(*)::int as count from person')
    if (people?.count === 1) admins += 1
    const ends = await Promise.all(started.map((portal) => portal.end('SIGTERM')))
    serving -= ends.filter(({ code }) => code !== 0).length
  }
  return [
    counted(
      `portals that started together on an empty PostgreSQL and served`,
      serving,
      rounds * portals,
    ),
    counted('times every migration was applied once', once, rounds),
    counted('times the administrator was made once', admins, rounds),
  ]
}
