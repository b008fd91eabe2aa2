/** The disk, the files on it, their keys and their folder. */
import { stat } from 'node:fs/promises'
import { folderOf } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { type DiskSpace, freeSpace, uploadFloor } from '#platform/server/disk/disk-space.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { keysInUse } from '#platform/server/files/stored-files.ts'
import { countOf, size } from '#shared/sentences.ts'
import { createFileStore, openStorage } from '../create-file-store.ts'
import type { Check, DataNeeds, RunningNeeds, ServerNeeds } from './check.ts'

export const diskCheck: Check<ServerNeeds> = {
  title: 'Free space',
  problems: async ({ config }) => spaceProblems(await freeSpace(folderOf(config))),
}

export const storageCheck: Check<RunningNeeds> = {
  ...diskCheck,
  title: 'Storage',
  section: 'storage',
  facts: async ({ config, db, files }) => {
    const { count, bytes } = await db
      .selectFrom('stored_file')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | null>('stored_bytes').as('bytes'),
      ])
      .executeTakeFirstOrThrow()
    const { free, total } = await freeSpace(folderOf(config))
    return [
      ['Files', Number(count)],
      ['Size of files', size(Number(bytes ?? 0))],
      ['In quarantine', await files.countQuarantined()],
      ['Free space', `${size(free)} of ${size(total)}`],
    ]
  },
  metrics: ({ config }) => [
    [
      'portal_disk_free_bytes',
      'Free space on the disk of the data folder',
      async () => (await freeSpace(folderOf(config))).free,
    ],
  ],
}

export function spaceProblems(space: DiskSpace): string[] {
  if (space.free < uploadFloor(space))
    return [
      `Only ${size(space.free)} of disk space is free, so uploads are refused. Free some space.`,
    ]
  if (space.free < Math.min(2 * 1024 ** 3, space.total / 5))
    return [`Only ${size(space.free)} of disk space is free. Free some space soon.`]
  return []
}

/** Group and others have no access. */
const isPrivate = (mode: number): boolean => (mode & 0o077) === 0
const isOnWindows = process.platform === 'win32'

export const permissionsCheck: Check<ServerNeeds> = {
  title: 'Permissions of the data folder',
  problems: async ({ config }) => {
    const folder = folderOf(config)
    const { mode } = await stat(folder)
    if (isPrivate(mode) || isOnWindows) return []
    return [`Other users of this machine can read ${folder}. Run chmod 700 ${folder}.`]
  },
}

export const keyFileCheck: Check<ServerNeeds> = {
  title: 'Key file',
  problems: async ({ config: { keyFile: path } }) => {
    const stats = await stat(path).catch(() => undefined)
    if (!stats)
      return [`The key file ${path} is missing. Put your copy of it back: papers need it.`]
    if (isPrivate(stats.mode) || isOnWindows) return []
    return [`Other users of this machine can read the keys in ${path}. Run chmod 600 ${path}.`]
  },
}

/** How many files are read without --all. */
const sampleSize = 40

/** Rows without content, and content that cannot be decrypted with the keys. */
export const storedFilesCheck: Check<DataNeeds> = {
  title: 'Files',
  problems: async ({ config, database, readsAllFiles }) => {
    const folder = folderOf(config)
    const keys = openKeyFile(config.keyFile)
    for (const id of await keysInUse(database.db))
      if (!(await keys.find(id)))
        return [`The key ${id} is missing in ${config.keyFile}. Put your copy of that file back.`]
    const log = createLog('silent')
    const stored = new Set<string>()
    for await (const { name } of (await openStorage(config, folder, log)).list()) stored.add(name)
    const rows = await database.db.selectFrom('stored_file').selectAll().orderBy('name').execute()
    const missing = rows.filter(({ name }) => !stored.has(name))
    const store = await createFileStore(config, database, folder, log)
    const damaged: string[] = []
    // Names are random, so the first ones are a sample.
    for (const row of rows
      .filter(({ name }) => stored.has(name))
      .slice(0, readsAllFiles ? undefined : sampleSize))
      if (!(await store.read(row, 'full').catch(() => undefined))) damaged.push(row.name)
    return [
      ...namedFaults(
        missing.map(({ name }) => name),
        'has no content',
        'have no content',
      ),
      ...namedFaults(damaged, 'cannot be read', 'cannot be read'),
    ]
  },
}

function namedFaults(names: readonly string[], one: string, many: string): string[] {
  if (names.length === 0) return []
  const list = names.slice(0, 3).join(', ') + (names.length > 3 ? ' and more' : '')
  return [
    `${countOf(names.length, `file ${one}`, `files ${many}`)} (${list}). Restore ${names.length === 1 ? 'it' : 'them'} from a backup.`,
  ]
}
