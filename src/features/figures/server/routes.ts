import { Hono } from 'hono'
import { only, type PortalEnv, query } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { figuresQuery } from '../contract.ts'
import { readFigures } from './figures.ts'

export function figureRoutes({ db, now }: World) {
  return new Hono<PortalEnv>().get(
    '/admin/figures',
    only('admin'),
    query(figuresQuery),
    async (c) => c.json(await readFigures(db, c.req.valid('query').year, now())),
  )
}
