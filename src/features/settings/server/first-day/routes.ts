import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { checklistAnswer } from '../../first-day/answers.ts'
import { checklistState } from '../../first-day/contract.ts'
import * as endpoints from '../../first-day/endpoints.ts'
import type { SettingsStore } from '../settings-store.ts'
import { checklistFor } from './checklist.ts'
import { storeDismissed } from './queries.ts'

export const firstDayRoutes = (world: World, settings: SettingsStore): Route[] => [
  route(
    endpoints.getChecklist,
    only('admin'),
    { summary: 'The checklist of the first day', answer: checklistAnswer },
    ({ caller }) => checklistFor(world, settings, caller),
  ),
  route(
    endpoints.putChecklist,
    only('admin'),
    {
      summary: 'Hide the checklist, or show it again',
      body: checklistState,
      answer: checklistAnswer,
    },
    async ({ caller, body }) => {
      await storeDismissed(world.db, body.dismissed)
      return checklistFor(world, settings, caller)
    },
  ),
]
