/**
 * The people of the sample association in a real association on PostgreSQL. The portal itself shows
 * its samples from the embedded database only, so here they are laid into the other one beforehand.
 */
import { migrations } from '#app/server/migrations.ts'
import { openFiles } from '#app/server/open-files.ts'
import { openSample } from '#app/server/sample.ts'
import { samplePeople } from '#features/members/server/sample.ts'
import { readConfig } from '#platform/server/config.ts'
import { openPostgres } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { createLog } from '#platform/server/log.ts'
import type { Site } from '../../drills/site.ts'

export interface SampleLinks {
  url: string
  /** The words that name a link for every role, in the order of the terminal. */
  said: string
}

export async function sampleOnPostgres(site: Site): Promise<SampleLinks> {
  const settings = {
    DATA_DIR: site.folder(),
    DATABASE_URL: await site.database('PostgreSQL'),
    ADMIN_EMAIL: samplePeople.admin,
  }
  await layOut(settings)
  const { url } = await site.portal(settings)
  // Links made before it started are forgotten by it, as those of a sample portal that was ended.
  return { url, said: await layOut(settings) }
}

async function layOut(settings: { DATA_DIR: string; DATABASE_URL: string | undefined }) {
  const config = readConfig({ ...settings, ADMIN_EMAIL: samplePeople.admin })
  const log = createLog('silent')
  const database = await openPostgres(config.databaseUrl ?? '', 2)
  try {
    await migrate(database.db, migrations)
    const said: string[] = []
    await openSample(
      {
        db: database.db,
        files: await openFiles(config, database, config.dataDir, log),
        log,
        now: () => new Date(),
        publicUrl: config.publicUrl,
        secure: config.secure,
        info: () => config.info,
        customisedMail: (_kind, page) => page,
      },
      (words) => said.push(words),
    )
    return said.join('\n')
  } finally {
    await database.close()
  }
}
