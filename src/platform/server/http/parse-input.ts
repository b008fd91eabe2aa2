import type { Context } from 'hono'
import type { z } from 'zod'
import { Refusal } from '#shared/refusal.ts'

/** The query parameters by name; a name that is given twice is refused. */
export function readQuery(c: Context): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1)
      throw new Refusal('invalid', `Please give "${name.slice(0, 40)}" only once`)
    parameters[name] = values[0] ?? ''
  }
  return parameters
}

/** The value as the schema reads it; refuses with the schema's first message and that field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  // Used only if the schema has no message.
  const result = schema.safeParse(value, {
    error: ({ path }) => `Please check ${path?.length ? `"${fieldOf(path)}"` : 'what you sent'}`,
  })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Refusal('invalid', issue?.message ?? 'Please check what you sent', {
    field: issue?.path.length ? encodeURIComponent(fieldOf(issue.path)) : undefined,
  })
}

/** The name of a field; shortened, because keys of a record can be of any length and content. */
const fieldOf = (path: PropertyKey[]): string => path.join('.').slice(0, 100).toWellFormed()
