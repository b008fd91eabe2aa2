/**
 * Removes files without an owner (contract 14.5), left by crashes and by people who never sent their
 * form. Contents without a row go to a quarantine first.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { days, hours } from '#shared/durations.ts'
import { newSecret } from '../core/ids.ts'
import type { Database } from '../database/database.ts'
import type { FileStoreOptions } from './file-store-interface.ts'
import { type Contents, type Storage, type StoredBytes, smallName } from './storage.ts'

/** The names that the portal generates; other files in the storage are ignored. */
const storedName = /^[\w-]{43}\.(jpg|png|gif|pdf)(\.small)?$/

/** Contents without a row are deleted after this time in the quarantine. */
const quarantineTime = days(30)

export async function sweepFiles(options: FileStoreOptions, now: Date) {
  const { db, storage, incoming, log } = options
  await sweepQuarantine(options, now)
  const unclaimed = await sweepUnclaimed(db, storage, now)
  const { orphans, missing } = await compareStorage(db, storage, now)
  const removed = await sweepOrphans(options, orphans)
  const stale = await sweepIncoming(incoming, now)
  if (removed > 0) log.warn({ files: removed }, 'files without a row moved to the quarantine')
  return { removed: unclaimed + removed + stale, missing }
}

/** Returns contents whose row exists again; deletes the others after 30 days. */
async function sweepQuarantine(options: FileStoreOptions, now: Date): Promise<void> {
  const { db, storage, log } = options
  const waiting: StoredBytes[] = []
  for await (const contents of storage.quarantine.list()) waiting.push(contents)
  if (waiting.length === 0) return
  const returned = await returnQuarantined(options, waiting)
  if (returned.size > 0) log.warn({ files: returned.size }, 'files returned from the quarantine')
  if (!(await hasOwned(db))) return
  for (const { name, at } of waiting)
    if (!returned.has(name) && now.getTime() - at.getTime() > quarantineTime)
      await storage.quarantine.remove(name)
}

/** Moves contents whose row exists again back into the storage; returns their names. */
async function returnQuarantined(
  options: FileStoreOptions,
  waiting: readonly StoredBytes[],
): Promise<Set<string>> {
  const { db, storage } = options
  const expected = await expectedNames(db)
  const returned = waiting.map(({ name }) => name).filter((name) => expected.has(name))
  for (const name of returned) await move(options, storage.quarantine, storage, name)
  return new Set(returned)
}

/** An interrupted move leaves the contents in both places, never in neither. */
async function move(
  { incoming }: FileStoreOptions,
  from: Contents,
  to: Contents,
  name: string,
): Promise<void> {
  const bytes = await from.read(name)
  // Another process was faster.
  if (!bytes) return
  const path = join(incoming, newSecret())
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { mode: 0o600 })
    await to.put(name, path)
  } finally {
    await rm(path, { force: true })
  }
  await from.remove(name)
}

/** Deletes rows before contents, a hundred at a time: a row without content would be worse. */
async function sweepUnclaimed(db: Database, storage: Storage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days(1)).toISOString()
  const unclaimed = () =>
    db
      .selectFrom('stored_file')
      .select('name')
      .where('owner', 'is', null)
      .where('created_at', '<', before)
      .limit(100)
  for (let removed = 0; ; ) {
    const deleted = await db
      .deleteFrom('stored_file')
      .where('name', 'in', unclaimed())
      .where('owner', 'is', null)
      .returning('name')
      .execute()
    for (const { name } of deleted)
      for (const version of [name, smallName(name)]) await storage.remove(version)
    removed += deleted.length
    if (deleted.length === 0) return removed
  }
}

/** Orphans: files without a row for over an hour. Missing: names of rows without a file. */
async function compareStorage(db: Database, storage: Storage, now: Date) {
  // Read before listing: a file whose row is written during the list is less than an hour old.
  const expected = await expectedNames(db)
  const missing = new Set(expected)
  const orphans: string[] = []
  for await (const { name, at } of storage.list()) {
    missing.delete(name)
    const isOld = now.getTime() - at.getTime() > hours(1)
    if (isOld && !expected.has(name) && storedName.test(name)) orphans.push(name)
  }
  // Excludes files whose rows were deleted while the list ran.
  const stillExpected = missing.size === 0 ? missing : await expectedNames(db)
  return { orphans, missing: [...missing].filter((name) => stillExpected.has(name)) }
}

/** The names under which the storage should have content: each file and its small version. */
async function expectedNames(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('stored_file').select(['name', 'has_small']).execute()
  return new Set(
    rows.flatMap(({ name, has_small }) => (has_small ? [name, smallName(name)] : [name])),
  )
}

/**
 * Moves orphans to the quarantine. A database without any owned file beside a storage with many files is
 * probably the wrong database: then it only logs an alarm.
 */
async function sweepOrphans(
  options: FileStoreOptions,
  orphans: readonly string[],
): Promise<number> {
  const { db, storage, log } = options
  if (orphans.length > 100 && !(await hasOwned(db))) {
    log.error({ files: orphans.length }, 'alarm: files without database rows; wrong database?')
    return 0
  }
  for (const name of orphans) await move(options, storage, storage.quarantine, name)
  return orphans.length
}

async function hasOwned(db: Database): Promise<boolean> {
  const query = db.selectFrom('stored_file').select('name').where('owner', 'is not', null).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Deletes temporary files older than an hour, left by crashed processes; returns how many. */
export async function sweepIncoming(incoming: string, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const stats = await stat(path).catch(() => undefined)
    if (!stats || now.getTime() - stats.mtimeMs <= hours(1)) continue
    await rm(path, { force: true, recursive: true })
    removed += 1
  }
  return removed
}
