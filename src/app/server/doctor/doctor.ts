/**
 * npm run portal -- doctor: looks at everything that can go wrong with a portal, running or not, and
 * prints one sentence for each fault with what to do (contract 10.12). It changes nothing.
 */
import { type Config, folderOf } from '#platform/server/config.ts'
import { reasonOf } from '#platform/server/core/startup-error.ts'
import { checkDatabase } from '#platform/server/database/check.ts'
import type { Database, OpenDatabase } from '#platform/server/database/database.ts'
import {
  appliedMigrations,
  commandRefusal,
  schemaVersion,
} from '#platform/server/database/schema-version.ts'
import { freeSpace } from '#platform/server/disk/disk-space.ts'
import { verifyHistory } from '#platform/server/history/history-chain.ts'
import { withFullStop } from '#shared/sentences.ts'
import { migrations } from '../migrations.ts'
import { spaceProblems } from '../system/sections.ts'
import {
  checkBackups,
  checkClock,
  checkLedger,
  checkOutbox,
  checkReceiptNumbers,
} from './data-checks.ts'
import { checkFiles, checkKeyFile, checkPermissions } from './file-checks.ts'
import { checkMailServer, checkSettings } from './settings-checks.ts'

export interface DoctorOptions {
  config: Config
  openDatabase: (config: Config) => Promise<OpenDatabase>
  now: () => Date
  /** Reads every file; otherwise the newest and some others. */
  readsAllFiles: boolean
}

/** The sentences about all faults; empty when everything is well. */
export async function findFaults(options: DoctorOptions): Promise<string[]> {
  const { config } = options
  const folder = folderOf(config)
  const faults = [
    ...checkSettings(config),
    ...(await attempt('The permissions of the data folder', () => checkPermissions(folder))),
    ...(await attempt('The key file', () => checkKeyFile(config.keyFile))),
    ...(await attempt('The free space', async () => spaceProblems(await freeSpace(folder)))),
    ...(await attempt('The mail server', () => checkMailServer(config.smtpUrl))),
  ]
  let database: OpenDatabase
  try {
    database = await options.openDatabase(config)
  } catch (error) {
    return [...faults, reasonOf(error)]
  }
  try {
    return [...faults, ...(await checkData(options, database, folder))]
  } finally {
    await database.close()
  }
}

async function checkData(
  { config, now, readsAllFiles }: DoctorOptions,
  database: OpenDatabase,
  folder: string,
): Promise<string[]> {
  const damage = await attempt('The database', () => checkDatabase(database))
  if (damage.length > 0)
    return damage.map((problem) => `The database is damaged (${problem}). Restore the last backup.`)
  const versions = await attempt('The version of the database', () => checkVersion(database.db))
  // The other queries need the tables of this version.
  if (versions.length > 0) return versions
  const { db } = database
  const checks: [what: string, check: () => Promise<string[]>][] = [
    ['The history', () => checkHistory(db)],
    ['The ledger', () => checkLedger(db)],
    ['The receipt numbers', () => checkReceiptNumbers(db, now())],
    ['The email queue', () => checkOutbox(db, now())],
    ['The backups', () => checkBackups(db, config, now())],
    ['The clock', () => checkClock(database, now)],
    ['The files', () => checkFiles(config, database, folder, readsAllFiles)],
  ]
  const faults: string[] = []
  for (const [what, check] of checks) faults.push(...(await attempt(what, check)))
  return faults
}

/** A check that fails itself is a fault. */
async function attempt(what: string, check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check()
  } catch (error) {
    return [`${what} could not be checked: ${withFullStop(reasonOf(error))}`]
  }
}

async function checkVersion(db: Database): Promise<string[]> {
  const refusal = commandRefusal(schemaVersion(await appliedMigrations(db), migrations))
  return refusal === undefined ? [] : [refusal]
}

async function checkHistory(db: Database): Promise<string[]> {
  const { problems } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(verifyHistory)
  return problems.map(
    (problem) => `${problem} Someone may have changed the database; compare it with a backup.`,
  )
}
