import type { Context } from 'hono'
import type { Refusal } from '#shared/refusal.ts'

/** False for a value that no record can have as its id. */
export const isId = (value: string): boolean => /^[\w-]{1,64}$/.test(value)

/** The `:id` of the path. Throws `missing()` for a value that no record can have as its id. */
export function idParam(c: Context, missing: () => Refusal): string {
  const id = c.req.param('id') ?? ''
  if (!isId(id)) throw missing()
  return id
}
