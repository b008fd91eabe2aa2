import type { Context } from 'hono'
import type { Refusal } from '#shared/refusal.ts'

/** The `:id` of the path. Throws `missing()` for a value that no record can have as its id. */
export function idParam(c: Context, missing: () => Refusal): string {
  const id = c.req.param('id') ?? ''
  if (!/^[\w-]{1,64}$/.test(id)) throw missing()
  return id
}
