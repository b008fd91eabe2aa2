import { Hono } from 'hono'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { body, only, type PortalEnv } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { profileEdit } from '../contract.ts'
import { editProfile } from './edit-profile.ts'

export function profileRoutes(world: World) {
  return new Hono<PortalEnv>().put('/profile', only(), body(profileEdit), async (c) =>
    c.json(userFromRow(await editProfile(world, c.var.caller, c.req.valid('json')))),
  )
}
