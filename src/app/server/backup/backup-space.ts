/** How much space a backup needs, and whether a folder has it. */
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import { freeSpace, uploadFloor } from '#platform/server/disk-space.ts'
import { StartupError } from '#platform/server/startup-error.ts'

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

/** The size of the database in bytes. */
export async function databaseBytes(db: Database): Promise<number> {
  const postgres = 'pg_database_size(current_database())'
  const sqlite =
    '(select page_count from pragma_page_count) * (select page_size from pragma_page_size)'
  const expression = isPostgres(db) ? postgres : sqlite
  const { rows } = await sql.raw<{ bytes: number }>(`select ${expression} as bytes`).execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)
