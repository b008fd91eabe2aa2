/** A portal in this process, whose clock a drill moves: a day passes in seconds. Its mails stay in the outbox. */
import { join } from 'node:path'
import { migrations } from '#app/server/migrations.ts'
import { createServer } from '#app/server/server.ts'
import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { openSettings } from '#features/settings/server/settings-store.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { openFileStore } from '#platform/server/files/file-store.ts'
import { openSecrets } from '#platform/server/files/secrets.ts'
import { folderStorage } from '#platform/server/files/storage.ts'
import { createClientReader } from '#platform/server/http/client-network.ts'
import { createMonitor } from '#platform/server/http/monitor.ts'
import type { World } from '#platform/server/world.ts'
import type { Engine } from '#test/support/engines.ts'
import { openClient, publicUrl, type TestClient } from '#test/support/portal/test-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { newMemberOf } from '#test/support/samples.ts'

export interface ClockedPortal {
  clock: { now: Date }
  db: World['db']
  world: World
  /** The data folder. */
  folder: string
  client: () => TestClient
}

const sampleInfo = {
  product_name: 'Panel',
  association_name: 'Panel Makers Association',
  association_short_name: 'PMA',
  association_logo: '',
  association_website: 'https://panel.example',
  sample: false,
  writes_mails_to_files: false,
  links_are_local: false,
}

/** A portal with one administrator and one OEM member; its clock shows 5 January 2025. */
export async function openClockedPortal(
  env: DrillEnvironment,
  engine: Engine,
  people: { admin: string; member: string },
): Promise<ClockedPortal> {
  const folder = env.folder()
  const url = await env.database(engine)
  const opened = url === undefined ? openSqlite(folder) : await openPostgres(url)
  env.onClose(opened.close)
  const { db } = opened
  await migrate(db, migrations)
  const log = createLog('silent')
  const keyFile = join(folder, 'drill.key')
  await openKeyFile(keyFile).current()
  const clock = { now: new Date('2025-01-05T09:00:00.000Z') }
  const now = () => clock.now
  const settings = await openSettings({ db, log, publicUrl, now, defaults: sampleInfo })
  const world: World = {
    db,
    files: openFileStore({
      db,
      storage: folderStorage(join(folder, 'uploads')),
      incoming: join(folder, 'incoming'),
      keys: openKeyFile(keyFile),
      log,
    }),
    log,
    now: () => new Date(clock.now),
    publicUrl,
    secure: false,
    info: settings.info,
    association: settings.association,
    composeMail: settings.composeMail,
    secrets: openSecrets(keyFile),
  }
  await ensureAdmin(world, people.admin)
  await addMember(world, 'nobody', newMemberOf('oem', people.member))
  await db.deleteFrom('outbox').execute()
  const clients = createClientReader({ kind: 'count', count: 1 }, publicUrl)
  const server = createServer({
    ...world,
    settings,
    clients,
    monitor: createMonitor(clients.stats, clock.now),
    config: readConfig({ ADMIN_EMAIL: people.admin, DATA_DIR: folder, BACKUP_DIR: 'off' }),
    database: opened,
    afterWrite: () => {},
    checkAnswers: true,
    build: { shell: '<html></html>', answer: () => undefined },
    checkReady: async () => {},
  })
  return { clock, db, world, folder, client: () => openClient(server) }
}
