import { readFileSync } from 'node:fs'
import { retentionStatus } from '#features/applications/server/retention/retention.ts'
import { dateTime } from '#shared/dates.ts'
import { hours } from '#shared/durations.ts'
import { type Check, type RunningNeeds, secondsSince, timeSince } from './check.ts'

/** The version in package.json. */
export const portalVersion: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version

export const cleanupCheck: Check<RunningNeeds> = {
  title: 'Daily cleanup',
  problems: async (running) => {
    const { lastRun } = await retentionStatus(running.db)
    return timeSince(lastRun?.at, running) > hours(26)
      ? ['The daily cleanup has not finished for more than a day. The log has the reason.']
      : []
  },
  section: 'cleanup',
  facts: async ({ db }) => {
    const { lastRun, waiting } = await retentionStatus(db)
    return [
      ['Last run', lastRun ? dateTime(lastRun.at) : 'Not yet'],
      ['Papers deleted', lastRun?.files ?? 0],
      ['Papers to delete', waiting],
    ]
  },
  metrics: ({ db, now }) => [
    [
      'portal_sweep_age_seconds',
      'Time since the last daily sweep',
      async () => secondsSince((await retentionStatus(db)).lastRun?.at, now()),
    ],
  ],
  failures: {
    'daily-sweep': 'The daily cleanup of files and papers failed. It is tried again tomorrow.',
    'hourly-sweep': 'The hourly cleanup failed. It is tried again every hour.',
  },
}

export const portalCheck: Check<RunningNeeds> = {
  title: 'Portal',
  section: 'portal',
  facts: ({ publicUrl, monitor: { startedAt } }) => [
    ['Version', portalVersion],
    ['Node.js', process.versions.node],
    ['Started', dateTime(startedAt)],
    ['Address', publicUrl],
  ],
}
