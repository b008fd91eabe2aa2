/** Faults of the files, their keys and their folder. */
import { stat } from 'node:fs/promises'
import type { Config } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { keysInUse } from '#platform/server/files/stored-files.ts'
import { countOf } from '#shared/sentences.ts'
import { createFileStore, openStorage } from '../create-file-store.ts'

/** Group and others have no access. */
const isPrivate = (mode: number): boolean => (mode & 0o077) === 0
const isOnWindows = process.platform === 'win32'

export async function checkPermissions(folder: string): Promise<string[]> {
  const { mode } = await stat(folder)
  if (isPrivate(mode) || isOnWindows) return []
  return [`Other users of this machine can read ${folder}. Run chmod 700 ${folder}.`]
}

export async function checkKeyFile(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) return [`The key file ${path} is missing. Put your copy of it back: papers need it.`]
  if (isPrivate(stats.mode) || isOnWindows) return []
  return [`Other users of this machine can read the keys in ${path}. Run chmod 600 ${path}.`]
}

/** How many files are read without --all. */
const sampleSize = 40

/** Rows without content, and content that cannot be decrypted with the keys. */
export async function checkFiles(
  config: Config,
  database: OpenDatabase,
  folder: string,
  readsAll: boolean,
): Promise<string[]> {
  const keys = openKeyFile(config.keyFile)
  for (const id of await keysInUse(database.db))
    if (!(await keys.find(id)))
      return [`The key ${id} is missing in ${config.keyFile}. Put your copy of that file back.`]
  const log = createLog('silent')
  const stored = new Set<string>()
  for await (const { name } of (await openStorage(config, folder, log)).list()) stored.add(name)
  const rows = await database.db.selectFrom('stored_file').selectAll().orderBy('name').execute()
  const missing = rows.filter(({ name }) => !stored.has(name))
  const files = await createFileStore(config, database, folder, log)
  const damaged: string[] = []
  // Names are random, so the first ones are a sample.
  for (const row of rows
    .filter(({ name }) => stored.has(name))
    .slice(0, readsAll ? undefined : sampleSize))
    if (!(await files.read(row, 'full').catch(() => undefined))) damaged.push(row.name)
  return [
    ...namedFaults(
      missing.map(({ name }) => name),
      'has no content',
      'have no content',
    ),
    ...namedFaults(damaged, 'cannot be read', 'cannot be read'),
  ]
}

function namedFaults(names: readonly string[], one: string, many: string): string[] {
  if (names.length === 0) return []
  const list = names.slice(0, 3).join(', ') + (names.length > 3 ? ' and more' : '')
  return [
    `${countOf(names.length, `file ${one}`, `files ${many}`)} (${list}). Restore ${names.length === 1 ? 'it' : 'them'} from a backup.`,
  ]
}
