import { countPending as countPendingApplications } from '#features/applications/server/queries.ts'
import { countPending as countPendingJobs } from '#features/jobs/server/queries.ts'
import { countMembers } from '#features/members/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import { matchesEtag } from '#platform/server/http/etag.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { aboutAnswer, dashboardAnswer, newsAnswer, statsAnswer, waitingAnswer } from '../answers.ts'
import { getAbout, getDashboard, getNews, getStats, getWaiting } from '../endpoints.ts'
import { readDashboard } from './dashboard.ts'
import { readNews } from './news.ts'

/** Calls that read several features or none, and so belong to no feature. */
export const overviewRoutes = (world: World & { config: Config }): Route[] => [
  route(getAbout, anyone(), { summary: 'Names of the association', answer: aboutAnswer }, () =>
    world.info(),
  ),
  route(
    getStats,
    only('admin'),
    { summary: 'Counts of the dashboard', answer: statsAnswer },
    async () => ({
      totalMembers: await countMembers(world.db),
      pendingOEMs: await countPendingApplications(world.db, 'oem'),
      pendingVendors: await countPendingApplications(world.db, 'vendor'),
      pendingJobs: await countPendingJobs(world.db),
    }),
  ),
  route(
    getDashboard,
    only('admin'),
    { summary: 'What waits and what is new, for the dashboard', answer: dashboardAnswer },
    () => readDashboard(world),
  ),
  route(
    getNews,
    only('oem', 'vendor'),
    { summary: 'What is new for members', answer: newsAnswer },
    ({ caller }) => readNews(world, caller.id),
  ),
  route(
    getWaiting,
    only('admin'),
    { summary: 'Counts of the sidebar', answer: waitingAnswer },
    async ({ c }) => {
      const waiting = {
        applications: await countPendingApplications(world.db),
        jobs: await countPendingJobs(world.db),
      }
      const etag = `"${waiting.applications}-${waiting.jobs}"`
      c.header('Cache-Control', 'private, no-cache')
      c.header('ETag', etag)
      return matchesEtag(c, etag) ? c.body(null, 304) : c.json(waiting)
    },
  ),
]
