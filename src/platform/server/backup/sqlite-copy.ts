/** A consistent copy of an SQLite database that is in use. */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CompiledQuery } from 'kysely'
import { StartupError } from '../core/startup-error.ts'
import { openWorkerConnection } from '../database/sqlite-worker-client.ts'

/**
 * All pages in one step: SQLite begins again from the first page whenever another connection writes
 * between two steps, so smaller steps would never end beside a busy portal. Writers do not wait.
 */
const allPages = 2 ** 31 - 1

/** Copies the database by SQLite's online backup, and checks the copy. It needs no -wal file. */
export async function copySqlite(path: string, copy: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 30_000 })
  try {
    await backup(source, copy, { rate: allPages })
  } finally {
    source.close()
  }
  await checkSqliteFile(copy)
}

/** StartupError for a damaged file. The check runs in a thread; it reads the whole file. */
export async function checkSqliteFile(path: string): Promise<void> {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = delete')
  } finally {
    file.close()
  }
  const connection = openWorkerConnection(path, { readOnly: true })
  try {
    for (const check of ['integrity_check', 'foreign_key_check']) {
      const query = CompiledQuery.raw(`pragma ${check}`)
      const { rows } = await connection.execute<Record<string, unknown>>(query)
      const fault = rows.find((row) => row.integrity_check !== 'ok')
      if (fault)
        throw new StartupError(
          `The copy of the database is damaged: ${Object.values(fault).join(' ')}.`,
        )
    }
  } finally {
    await connection.close()
    for (const end of ['-wal', '-shm']) await rm(path + end, { force: true })
  }
}

export const gzipFile = (from: string, to: string, signal?: AbortSignal): Promise<void> =>
  pipeline(
    createReadStream(from),
    createGzip({ level: 4 }),
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    signal ? { signal } : {},
  )
