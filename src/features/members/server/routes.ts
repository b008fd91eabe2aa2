import { Hono } from 'hono'
import { body, only, type PortalEnv } from '#platform/server/http.ts'
import type { World } from '#platform/server/world.ts'
import { newMember } from '../contract.ts'
import { addMember } from './actions.ts'

export function memberRoutes(world: World) {
  return new Hono<PortalEnv>().post('/admin/members', only('admin'), body(newMember), async (c) =>
    c.json(await addMember(world, c.var.caller.id, c.req.valid('json')), 201),
  )
}
