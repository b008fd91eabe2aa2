/** npm run portal -- backup, restore: what the operator reads. */
import { access, constants, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import {
  type OpenDatabase,
  openPostgres,
  openRunningSqlite,
} from '#platform/server/database/database.ts'
import { assertMigrated } from '#platform/server/database/migrate.ts'
import { countOf } from '#shared/sentences.ts'
import { openStorage } from '../create-file-store.ts'
import { migrations } from '../migrations.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

type Print = (text: string) => void

export async function backupCommand(config: Config, rest: string[], print: Print): Promise<void> {
  const file = oneFile('backup', rest)
  assertOwnAssociation(config)
  await assertWritable(dirname(file))
  const database = await openDatabase(config)
  try {
    await assertMigrated(database.db, migrations)
    const storage = await openStorage(config, config.dataDir, createLog(config.logLevel))
    const source = { config, database, storage }
    const result = await createBackup(source, { file, kind: 'command' }, () => new Date())
    print(
      `${file} has the database, ${countOf(result.files, 'stored file', 'stored files')} and the settings without secrets (${megabytes(result.bytes)} MB).`,
    )
    if (result.deleted.length > 0)
      print(
        `${countOf(result.deleted.length, 'file was', 'files were')} deleted while the backup was made.`,
      )
    if (result.missing.length > 0)
      print(
        `${countOf(result.missing.length, 'file is', 'files are')} missing in the storage: ${result.missing.join(', ')}.`,
      )
    print(
      `The keys are not in it. Keep a copy of ${config.keyFile} in another place: certificates, PAN cards and second factors need it.`,
    )
  } finally {
    await database.close()
  }
}

export async function restoreCommand(config: Config, rest: string[], print: Print): Promise<void> {
  const file = oneFile('restore', rest)
  assertOwnAssociation(config)
  const log = createLog(config.logLevel)
  const { manifest, files, mails } = await restoreBackup(config, file, log, new Date())
  const people = countOf(manifest.rows.person ?? 0, 'person', 'people')
  print(
    `Restored and verified: ${people} and ${countOf(files, 'stored file', 'stored files')}, as of ${manifest.made_at} (version ${manifest.version}).`,
  )
  print(
    'Everybody is signed out, and links in earlier emails no longer work: applicants who were asked for changes need a new email.',
  )
  if (mails > 0)
    print(
      `${countOf(mails, 'email', 'emails')} waited to be sent in the backup; not sent again, because the portal has probably sent them since.`,
    )
  print('Start the portal now.')
}

function oneFile(command: string, [file, ...rest]: string[]): string {
  if (file === undefined || rest.length > 0)
    throw new StartupError(`Please give one file: npm run portal -- ${command} FILE`)
  return resolve(file)
}

async function assertWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}), so no backup was made; name a folder that the user of the portal may write.`,
    )
  }
}

function assertOwnAssociation({ sample }: Config): void {
  if (sample)
    throw new StartupError(
      'ADMIN_EMAIL is not set, so this is the sample association, which has no backups; give the command the settings the portal runs with.',
    )
}

const openDatabase = async ({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> =>
  databaseUrl === undefined
    ? openRunningSqlite(dataDir)
    : openPostgres(databaseUrl, { connections: 2 })

const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1)
