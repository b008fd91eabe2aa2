/**
 * npm run portal -- doctor: checks a portal, running or not, and prints one sentence for each fault with what to do
 * (contract 10.12). It changes nothing.
 */
import type { Config } from '#platform/server/config.ts'
import { reasonOf } from '#platform/server/core/startup-error.ts'
import { checkDatabase } from '#platform/server/database/check.ts'
import type { Database, OpenDatabase } from '#platform/server/database/database.ts'
import {
  appliedMigrations,
  commandRefusal,
  schemaVersion,
} from '#platform/server/database/schema-version.ts'
import { withFullStop } from '#shared/sentences.ts'
import type { Check, DataNeeds, Problem } from '../checks/check.ts'
import { dataChecks, serverChecks } from '../checks/checks.ts'
import { migrations } from '../migrations.ts'

interface DoctorOptions extends Omit<DataNeeds, 'database'> {
  openDatabase: (config: Config) => Promise<OpenDatabase>
}

/** The sentences about all faults; empty when everything is well. */
export async function findFaults(options: DoctorOptions): Promise<string[]> {
  const faults = await faultsOf(serverChecks, options)
  let database: OpenDatabase
  try {
    database = await options.openDatabase(options.config)
  } catch (error) {
    return [...faults, reasonOf(error)]
  }
  try {
    return [...faults, ...(await checkData({ ...options, database }))]
  } finally {
    await database.close()
  }
}

async function checkData(needs: DataNeeds): Promise<string[]> {
  const { database } = needs
  const damage = await attempt('Database', () => checkDatabase(database))
  if (damage.length > 0)
    return damage.map((problem) => `The database is damaged (${problem}). Restore the last backup.`)
  const versions = await attempt('Version of the database', () => checkVersion(database.db))
  // The other queries need the tables of this version.
  return versions.length > 0 ? versions : faultsOf(dataChecks, needs)
}

async function faultsOf<Needs>(checks: readonly Check<Needs>[], needs: Needs): Promise<string[]> {
  const sentences: string[] = []
  for (const { title, problems } of checks)
    sentences.push(...(await attempt(title, async () => (await problems?.(needs)) ?? [])))
  return sentences
}

/** A check that throws is reported as a fault. */
async function attempt(title: string, check: () => Promise<Problem[]>): Promise<string[]> {
  try {
    return (await check()).flatMap((one) => (typeof one === 'string' ? one : (one.doctor ?? [])))
  } catch (error) {
    const what = `The ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`
    return [`${what} could not be checked: ${withFullStop(reasonOf(error))}`]
  }
}

async function checkVersion(db: Database): Promise<string[]> {
  const refusal = commandRefusal(schemaVersion(await appliedMigrations(db), migrations))
  return refusal === undefined ? [] : [refusal]
}
