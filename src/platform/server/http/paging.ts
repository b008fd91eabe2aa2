/** Cursor paging: total count and link to the next page in the response headers (contract 12.7). */
import type { Context } from 'hono'
import { z } from 'zod'
import { Refusal } from '#shared/refusal.ts'

/** Where the next page begins: time and id of the last row of this one. */
export interface Cursor {
  at: string
  id: string
}

/** Sets `X-Total-Count` and, when there is a next page, `Link: <…>; rel="next"`. */
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

const cursorSchema = z.tuple([z.string(), z.string()])

const formatCursor = ({ at, id }: Cursor): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

/** The cursor of a query string, undefined when there is none; refuses a malformed one. */
export function parseCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (!/[\p{Cc}\uFFFD]/u.test(at + id)) return { at, id }
  } catch {
    // Malformed: refused below.
  }
  throw new Refusal('invalid', 'This list has changed; please reload it')
}

/** Cuts rows that were read with `limit + 1` to one page; `next` is undefined on the last page. */
export function pageOf<Row>(
  rows: Row[],
  limit: number | undefined,
  cursorOf: (last: Row) => Cursor,
): { rows: Row[]; next: Cursor | undefined } {
  const page = limit === undefined ? rows : rows.slice(0, limit)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return { rows: page, next: last && cursorOf(last) }
}
