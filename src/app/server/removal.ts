/** Permanent Delete reaches into several features: composed here, above them. */
import { Hono } from 'hono'
import { eraseApplicant } from '#features/applications/server/retention/erasure.ts'
import { deleteImportRows } from '#features/member-data/server/queries.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { deletePermanently } from '#features/members/server/record/removal.ts'
import { only, type PortalEnv } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'

/** DELETE /api/admin/members/{id}: all or nothing; the bytes of files go after the commit. */
export function removalRoutes({ db: database, files, now }: World) {
  return new Hono<PortalEnv>().delete('/admin/members/:id', only('admin'), async (c) => {
    const id = c.req.param('id')
    if (!/^[\w-]{1,64}$/.test(id)) throw noSuchMember()
    const gone = await database.transaction().execute(async (db) => {
      const at = now()
      const own = await deletePermanently(db, c.var.caller, id, at)
      await deleteImportRows(db, id)
      return [...own, ...(await eraseApplicant(db, id, c.var.caller.id, at))]
    })
    await files.removeBytes(gone)
    return c.json({ id })
  })
}
