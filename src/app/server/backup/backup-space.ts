/** How much space a backup needs, and whether a folder has it. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nightlyBackups } from '#platform/server/backup/retention.ts'
import type { Config } from '#platform/server/config.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import type { Database } from '#platform/server/database/database.ts'
import { databaseBytes } from '#platform/server/database/size.ts'
import { type DiskSpace, freeSpace, uploadFloor } from '#platform/server/disk/disk-space.ts'

/** Creates the folder; StartupError when so many bytes would fill its disk. */
export async function assertSpace(folder: string, needed: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The folder ${folder} cannot be created (${error.code}).`)
  })
  const space = await freeSpace(folder)
  if (space.free - needed >= uploadFloor(space)) return
  throw new StartupError(
    `There is not enough space in ${folder}: a backup needs about ${megabytes(needed)} MB, and ${megabytes(space.free)} MB are free, of which ${megabytes(uploadFloor(space))} MB stay free.`,
  )
}

/** At least this many nightly backups are kept, even when space is short. */
const minBackups = 3

/**
 * Deletes the oldest nightly backups until one more leaves the space that visitors need for their
 * uploads; returns their names. Deletes none, and throws a StartupError, when that does not suffice.
 */
export async function makeRoom(
  folder: string,
  needed: number,
  measure: (folder: string) => Promise<DiskSpace> = freeSpace,
): Promise<string[]> {
  const space = await measure(folder)
  let missing = 2 * uploadFloor(space) + needed - space.free
  if (missing <= 0) return []
  const backups = nightlyBackups(await readdir(folder).catch(() => []))
  const oldest: string[] = []
  for (const name of backups.slice(0, -minBackups)) {
    if (missing <= 0) break
    missing -= (await stat(join(folder, name))).size
    oldest.push(name)
  }
  if (missing > 0)
    throw new StartupError(
      `There is not enough space in ${folder}: a backup needs about ${megabytes(needed)} MB, and ${megabytes(space.free)} MB are free, of which ${megabytes(2 * uploadFloor(space))} MB stay free for uploads. Make room, or set BACKUP_DIR to another disk.`,
    )
  for (const name of oldest) await rm(join(folder, name), { force: true })
  return oldest
}

/**
 * How many copies of an upload the backups keep on the disk of `dataDir`: 0 when they are on another disk.
 * Older backups are deleted when the disk fills (`makeRoom`).
 */
export async function copiesOnSameDisk(
  { folder, keep }: Config['backup'],
  dataDir: string,
): Promise<number> {
  if (folder === undefined || (await deviceOf(folder)) !== (await deviceOf(dataDir))) return 0
  return Math.min(minBackups, keep.daily + keep.weekly + keep.monthly) + 1
}

/** Returns the device of the nearest parent folder that exists. */
async function deviceOf(folder: string): Promise<number> {
  const folderStat = await stat(folder).catch(() => undefined)
  return folderStat || dirname(folder) === folder
    ? (folderStat?.dev ?? 0)
    : deviceOf(dirname(folder))
}

/** What a backup needs: the database twice, as the copy and in the archive, and the files with their small versions. */
export async function estimateBytes(db: Database): Promise<number> {
  const database = await databaseBytes(db)
  const { size } = await db
    .selectFrom('stored_file')
    .select((eb) => eb.fn.sum<number | null>('size').as('size'))
    .executeTakeFirstOrThrow()
  return 2 * database + 1.1 * Number(size ?? 0)
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)
