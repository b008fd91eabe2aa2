/** Takes away what nobody refers to (R60): left by crashes, by people who never sent their form. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { days, hours } from '#shared/dates.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { FileStoreOptions } from './files.ts'
import { type Storage, smallName } from './storage.ts'

/** The names we give: whatever else lies in the same place is not ours to remove. */
const ownName = /^[\w-]{43}\.(jpg|png|gif|pdf)(\.small)?$/

export async function sweepFiles({ db, storage, incoming, log }: FileStoreOptions, now: Date) {
  const unclaimed = await sweepUnclaimed(db, storage, now)
  const { orphans, missing } = await compare(db, storage, now)
  const removed = await sweepOrphans(db, storage, orphans, log)
  return { removed: unclaimed + removed + (await sweepIncoming(incoming, now)), missing }
}

/** Notes first, a hundred at a time: a note without bytes would be worse than the other way round. */
async function sweepUnclaimed(db: Database, storage: Storage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - days(1)).toISOString()
  const unclaimed = (some: Database) =>
    some
      .selectFrom('stored_file')
      .select('name')
      .where('owner', 'is', null)
      .where('created_at', '<', before)
      .limit(100)
  for (let removed = 0; ; ) {
    const gone = await db
      .deleteFrom('stored_file')
      .where('name', 'in', unclaimed(db))
      .where('owner', 'is', null)
      .returning('name')
      .execute()
    for (const { name } of gone)
      for (const version of [name, smallName(name)]) await storage.remove(version)
    removed += gone.length
    if (gone.length === 0) return removed
  }
}

/** What lies there without a note for more than an hour, and which notes have no bytes. */
async function compare(db: Database, storage: Storage, now: Date) {
  // Before the list: what is noted while it runs lay there less than an hour ago.
  const noted = await versionsNoted(db)
  const missing = new Set(noted)
  const orphans: string[] = []
  for await (const { name, at } of storage.list()) {
    missing.delete(name)
    const isOld = now.getTime() - at.getTime() > hours(1)
    if (isOld && !noted.has(name) && ownName.test(name)) orphans.push(name)
  }
  // Some notes went while the list ran, and their bytes with them.
  const still = missing.size === 0 ? missing : await versionsNoted(db)
  return { orphans, missing: [...missing].filter((name) => still.has(name)) }
}

async function versionsNoted(db: Database): Promise<Set<string>> {
  const notes = await db.selectFrom('stored_file').select(['name', 'has_small']).execute()
  return new Set(
    notes.flatMap(({ name, has_small }) => (has_small ? [name, smallName(name)] : [name])),
  )
}

/**
 * A database without a single owned file beside a full storage is most likely the wrong database:
 * then nothing is removed, and the log says so.
 */
async function sweepOrphans(
  db: Database,
  storage: Storage,
  orphans: readonly string[],
  log: Log,
): Promise<number> {
  if (orphans.length > 100 && !(await hasOwned(db))) {
    log.error({ files: orphans.length }, 'alarm: files without notes; is it the right database?')
    return 0
  }
  for (const name of orphans) await storage.remove(name)
  return orphans.length
}

async function hasOwned(db: Database): Promise<boolean> {
  const query = db.selectFrom('stored_file').select('name').where('owner', 'is not', null).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/** Files that were on their way when their process ended. */
export async function sweepIncoming(incoming: string, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const about = await stat(path).catch(() => undefined)
    if (!about || now.getTime() - about.mtimeMs <= hours(1)) continue
    await rm(path, { force: true, recursive: true })
    removed += 1
  }
  return removed
}
