import { isLate, lastBackup, lastFailedBackup } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import { dateTime } from '#shared/dates.ts'
import { duration, size, withFullStop } from '#shared/sentences.ts'
import { ageOf, type Check, type DataNeeds, type Problem, secondsSince } from './check.ts'

/** A sample association needs no backup. */
const isOffInSample = ({ sample, backup }: Config): boolean => sample && backup.folder === undefined

export const backupsCheck: Check<DataNeeds> = {
  title: 'Backups',
  problems: async ({ config, database: { db }, now }) => {
    const last = await lastBackup(db)
    const failed = await lastFailedBackup(db)
    const problems: Problem[] = []
    if (failed)
      problems.push({
        page: `The backup of ${dateTime(failed.started_at)} failed: ${withFullStop(failed.error ?? 'the reason is in the log')}`,
        doctor: `The last backup failed: ${withFullStop(failed.error ?? 'the log has the reason')}`,
      })
    if (isOffInSample(config)) return problems
    if (config.backup.folder === undefined)
      return [
        ...problems,
        {
          page: 'Nightly backups are off. Set BACKUP_DIR on the server to a folder, or remove the setting.',
        },
      ]
    if (!isLate(last, now())) return problems
    const problem = last
      ? {
          page: 'The last backup is older than a day. Check the log and the space in the backup folder.',
          doctor: `The last backup was begun ${duration(ageOf(last.started_at, now()))} ago. Run npm run portal -- backup FILE and check the log.`,
        }
      : {
          page: 'There is no backup yet. Run npm run portal -- backup on the server, or wait for tonight.',
          doctor: 'There is no backup yet. Run npm run portal -- backup FILE.',
        }
    return [...problems, failed ? { page: problem.page } : problem]
  },
  section: 'backups',
  facts: async ({ config, db }) => {
    const last = await lastBackup(db)
    return [
      ['Last backup', last ? dateTime(last.started_at) : 'None yet'],
      ...(last?.bytes == null ? [] : [['Size', size(last.bytes)] as const]),
      ...(last?.files == null ? [] : [['Files', last.files] as const]),
      ['Nightly backups', config.backup.folder === undefined ? 'Off' : 'On'],
    ]
  },
  isOff: ({ config }) => isOffInSample(config),
  metrics: ({ db, now }) => [
    [
      'portal_backup_age_seconds',
      'Time since the last backup was begun',
      async () => secondsSince((await lastBackup(db))?.started_at, now()),
    ],
  ],
  failures: { backup: 'The nightly backup failed or is late. It is tried again every hour.' },
}
