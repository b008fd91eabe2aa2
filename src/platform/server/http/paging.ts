/** Cursor paging: total count and link to the next page in the response headers (contract 12.7). */

import type { Context } from 'hono'
import { z } from 'zod'
import { listChangedMessage } from '#shared/list-query.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Cursor } from '../database/pages.ts'

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
  throw new Refusal('invalid', listChangedMessage)
}
