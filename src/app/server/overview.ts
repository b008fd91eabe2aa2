import {
  countPending as countPendingApplications,
  countReceived,
} from '#features/applications/server/queries.ts'
import { countPending as countPendingJobs, countPosted } from '#features/jobs/server/queries.ts'
import { countJoined } from '#features/members/server/figure-queries.ts'
import { countMembers } from '#features/members/server/queries.ts'
import { hasLateBackup } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import { matchesEtag } from '#platform/server/http/etag.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { aboutAnswer, monthAnswer, statsAnswer, waitingAnswer } from '../answers.ts'
import { getAbout, getMonth, getStats, getWaiting } from '../endpoints.ts'
import { isMailStopped } from './checks/mail.ts'

/** Calls that read several features or none, and so belong to no feature. */
export const overviewRoutes = ({ db, info, now, config }: World & { config: Config }): Route[] => [
  route(getAbout, anyone(), { summary: 'Names of the association', answer: aboutAnswer }, () =>
    info(),
  ),
  route(
    getStats,
    only('admin'),
    { summary: 'Counts of the dashboard', answer: statsAnswer },
    async () => ({
      totalMembers: await countMembers(db),
      pendingOEMs: await countPendingApplications(db, 'oem'),
      pendingVendors: await countPendingApplications(db, 'vendor'),
      pendingJobs: await countPendingJobs(db),
    }),
  ),
  route(
    getMonth,
    only('admin'),
    { summary: 'What is new on the dashboard this month', answer: monthAnswer },
    async () => {
      const start = startOfDay(`${isoDay(now()).slice(0, 7)}-01`)
      const joined = await countJoined(db, [start])
      return {
        members: joined
          .filter(({ period }) => period === 1)
          .reduce((sum, { members }) => sum + members, 0),
        oemApplications: await countReceived(db, 'oem', start),
        vendorApplications: await countReceived(db, 'vendor', start),
        jobs: await countPosted(db, start),
        isBackupLate: config.backup.folder !== undefined && (await hasLateBackup(db, now())),
        isMailStopped: await isMailStopped(db, now()),
      }
    },
  ),
  route(
    getWaiting,
    only('admin'),
    { summary: 'Counts of the sidebar', answer: waitingAnswer },
    async ({ c }) => {
      const waiting = {
        applications: await countPendingApplications(db),
        jobs: await countPendingJobs(db),
      }
      const etag = `"${waiting.applications}-${waiting.jobs}"`
      c.header('Cache-Control', 'private, no-cache')
      c.header('ETag', etag)
      return matchesEtag(c, etag) ? c.body(null, 304) : c.json(waiting)
    },
  ),
]
