import { Hono } from 'hono'
import { countPendingApplications } from '#features/applications/server/actions.ts'
import { countPendingJobs } from '#features/jobs/server/actions.ts'
import { countMembers } from '#features/members/server/actions.ts'
import { anyone, only, type PortalEnv } from '#platform/server/http.ts'
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
