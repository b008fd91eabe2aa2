import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { figuresAnswer } from '../../figures/answers.ts'
import { figuresQuery } from '../../figures/contract.ts'
import * as endpoints from '../../figures/endpoints.ts'
import { readFigures } from './figures.ts'

export const figureRoutes = ({ db, now }: World): Route[] => [
  route(
    endpoints.getFigures,
    only('admin'),
    {
      summary: 'Numbers of the charts on the dashboard',
      query: figuresQuery,
      answer: figuresAnswer,
    },
    ({ query }) => readFigures(db, query.year, now()),
  ),
]
