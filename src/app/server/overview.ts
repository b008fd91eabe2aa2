import { Hono } from 'hono'
import { countPending as countPendingApplications } from '#features/applications/server/queries.ts'
import { countPending as countPendingJobs } from '#features/jobs/server/queries.ts'
import { countMembers } from '#features/members/server/queries.ts'
import { anyone, only, type PortalEnv } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'

/** What counts several nouns at once, or none: composed here, above the features. */
export function overviewRoutes({ db, info }: World) {
  return new Hono<PortalEnv>()
    .get('/about', anyone(), (c) => c.json(info()))
    .get('/admin/stats', only('admin'), async (c) =>
      c.json({
        totalMembers: await countMembers(db),
        pendingOEMs: await countPendingApplications(db, 'oem'),
        pendingVendors: await countPendingApplications(db, 'vendor'),
        pendingJobs: await countPendingJobs(db),
      }),
    )
}
