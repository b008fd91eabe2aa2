import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import type { Problem } from '../answers.ts'
import type { EventSources } from './notify.ts'
import { listEvents } from './queries.ts'

const maxProblems = 50

/** The undelivered emails and failed tasks of the last 30 days, newest first. */
export async function listProblems({ db, now }: World, sources: EventSources): Promise<Problem[]> {
  const since = new Date(now().getTime() - days(30)).toISOString()
  const events = await listEvents(db, ['bounce', 'failure'], since, maxProblems)
  const idsOf = (kind: string) =>
    events.filter((event) => event.kind === kind).map(({ subject_id }) => subject_id)
  const items = new Map(
    [
      ...(await sources.bounce.describe(db, idsOf('bounce'))),
      ...(await sources.failure.describe(db, idsOf('failure'))),
    ].map((item) => [item.id, item]),
  )
  return events.flatMap(({ id, at, kind, subject_id }) => {
    const item = items.get(subject_id)
    if (!item || (kind !== 'bounce' && kind !== 'failure')) return []
    return [{ id, at, kind, text: item.text, detail: item.detail ?? '' }]
  })
}
