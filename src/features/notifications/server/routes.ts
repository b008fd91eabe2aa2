import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { choicesAnswer, problemsAnswer } from '../answers.ts'
import { notificationChoice } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { readChoices } from './choices.ts'
import type { EventSources } from './notify.ts'
import { listProblems } from './problems.ts'
import { saveChoice } from './queries.ts'

export const notificationRoutes = (world: World, sources: EventSources): Route[] => [
  route(
    endpoints.getNotifications,
    only('admin'),
    { summary: 'The notifications of the caller', answer: choicesAnswer },
    ({ caller }) => readChoices(world.db, caller.id),
  ),
  route(
    endpoints.putNotification,
    only('admin'),
    {
      summary: 'Choose when to get emails of a kind',
      body: notificationChoice,
      answer: choicesAnswer,
    },
    async ({ caller, body }) => {
      await saveChoice(world.db, { person_id: caller.id, ...body })
      return readChoices(world.db, caller.id)
    },
  ),
  route(
    endpoints.getProblems,
    only('admin'),
    { summary: 'Undelivered emails and failed tasks', answer: problemsAnswer },
    () => listProblems(world, sources),
  ),
]
