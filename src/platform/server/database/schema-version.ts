/**
 * Determines the schema of a database or an archive by the names of its migrations. The start, the copy before an
 * upgrade, the commands, doctor and restore use this module.
 */
import { sql } from 'kysely'
import type { Instant } from '#shared/dates.ts'
import type { Database } from './database.ts'

/** The first migration, which creates the whole schema. */
const baseline = '1000-baseline'

/** The migrations that the baseline replaced: a database with all of them has its schema. */
export const replacedMigrations: readonly string[] = [
  '0001-ground',
  '0002-people',
  '0003-jobs',
  '0004-applications',
  '0005-register',
  '0006-gstin',
  '0007-history-actions',
  '0008-members-without-email',
  '0009-imported-numbers',
  '0010-notifications',
  '0011-job-pay',
  '0012-dues-phones-filters',
  '0013-sign-in',
  '0014-second-factor',
  '0015-history-chain',
  '0016-upload-budgets',
  '0017-backup-runs',
  '0019-database-checks',
  '0020-no-replace',
  '0021-confirmed-browsers',
  '0022-dues',
  '0023-receipts',
  '0024-certificates',
  '0025-notices',
  '0026-bank-statements',
  '0027-documents',
  '0028-found',
  '0029-search-indexes',
  '0030-states',
  '0032-request-progress',
  '0033-open-dues',
  '0034-contacted',
  '0035-year-dues',
  '0036-mail-pause',
]

/** The last version that has these migrations, named as `npm run release` names its archive. */
const lastReplacedVersion = '0.1.0-78a9fad2c9'

export type SchemaVersion =
  | { kind: 'empty' | 'current' | 'behind' }
  /** All of the replaced migrations, perhaps later ones too: `adoptBaseline` makes it 'current' or 'behind'. */
  | { kind: 'replaced' }
  /** Some of the replaced migrations: the others are in no later version of the portal. */
  | { kind: 'older' }
  | { kind: 'newer'; unknown: string }

/** `applied`: the names that a database or an archive has; `migrations`: those of this version. */
export function schemaVersion(applied: readonly string[], migrations: object): SchemaVersion {
  if (applied.length === 0) return { kind: 'empty' }
  const replaced = applied.filter((name) => replacedMigrations.includes(name))
  const unknown = applied.find((name) => !replaced.includes(name) && !(name in migrations))
  if (unknown !== undefined) return { kind: 'newer', unknown }
  if (replaced.length > 0)
    return { kind: replaced.length === replacedMigrations.length ? 'replaced' : 'older' }
  return { kind: applied.length < Object.keys(migrations).length ? 'behind' : 'current' }
}

/** Why this version of the portal can neither use nor upgrade a database; undefined when it can. */
export function databaseRefusal(version: SchemaVersion): string | undefined {
  if (version.kind === 'older')
    return `This database is of an older portal; start version ${lastReplacedVersion} once, then this version.`
  if (version.kind === 'newer')
    return `This database was last used by a newer portal (it knows "${version.unknown}"); start that version, or restore an older backup.`
  return undefined
}

/** The same of an archive. */
export function archiveRefusal(version: SchemaVersion): string | undefined {
  if (version.kind === 'older')
    return `This archive was made by an older portal; restore it with version ${lastReplacedVersion}, start that once, then this version.`
  if (version.kind === 'newer')
    return `This archive was made by a newer portal (it knows "${version.unknown}"); restore it with that version.`
  return undefined
}

/** Why a command that does not migrate cannot use a database; undefined when it can. */
export const commandRefusal = (version: SchemaVersion): string | undefined =>
  databaseRefusal(version) ??
  (version.kind === 'current'
    ? undefined
    : 'This database is not yet of this version of the portal; start this version on it once.')

/** Replaces the rows of the replaced migrations by one of the baseline, in the transaction `tx`. */
export async function adoptBaseline(tx: Database): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    select ${baseline}, min(timestamp) from kysely_migration`.execute(tx)
  await sql`delete from kysely_migration where name in (${sql.join(replacedMigrations)})`.execute(
    tx,
  )
}

/** The names in the order in which they were applied; none of an empty database. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** When the first tables of a migrated database were created. */
export async function readSetUpTime(db: Database): Promise<Instant | undefined> {
  const { rows } = await sql<{ at: Instant }>`
    select min(timestamp) as at from kysely_migration`.execute(db)
  return rows[0]?.at
}
