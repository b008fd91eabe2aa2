/** Long lists in parts: their length and the way on stand in the headers (contract 12). */
import type { Context } from 'hono'
import { z } from 'zod'
import { Refusal } from '#shared/refusal.ts'

/** Where a list goes on: the time and id of the last record that was answered. */
export interface Cursor {
  at: string
  id: string
}

/** Says how many there are in all and, when there are more, where the next ones are. */
export function setPagingHeaders(
  c: Context,
  { total, next }: { total: number; next: Cursor | undefined },
): void {
  c.header('X-Total-Count', String(total))
  if (!next) return
  const url = new URL(c.req.url)
  url.searchParams.set('cursor', formatCursor(next))
  c.header('Link', `<${url.pathname}${url.search}>; rel="next"`)
}

/** A whole list whose JSON is written already. */
export function sendFullList(
  c: Context,
  { json, total }: { json: string | Uint8Array<ArrayBuffer>; total: number },
): Response {
  setPagingHeaders(c, { total, next: undefined })
  return c.body(json, 200, { 'Content-Type': 'application/json' })
}

const place = z.tuple([z.string(), z.string()])

const formatCursor = ({ at, id }: Cursor): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** The place a cursor names; none without one. Refuses what is not one of ours. */
export function parseCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (!/[\p{Cc}\uFFFD]/u.test(at + id)) return { at, id }
  } catch {
    // Falls through: not one of ours.
  }
  throw new Refusal('invalid', 'This list cannot be continued; please load it again')
}
