/** What is new for members: who was listed, and which jobs were posted. */
import { findNewOnBoard } from '#features/jobs/server/queries.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { findNewlyListed } from '#features/members/server/directory/queries.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import type { News } from '../answers.ts'

const newFor = days(30)
const shown = 3

/** Reads the news without the caller's own record and jobs. */
export async function readNews(
  { db, now }: Pick<World, 'db' | 'now'>,
  callerId: string,
): Promise<News> {
  const since = new Date(now().getTime() - newFor).toISOString()
  const members = await findNewlyListed(db, { since, except: callerId, limit: shown })
  const jobs = await findNewOnBoard(db, { since, except: callerId, limit: shown, now: now() })
  return {
    members: {
      count: members.total,
      latest: members.rows.map(({ id, shown_city, ...member }) => ({
        id,
        name: member.company_name || memberDisplayName(member),
        city: shown_city,
      })),
    },
    jobs: { count: jobs.total, latest: jobs.rows },
  }
}
