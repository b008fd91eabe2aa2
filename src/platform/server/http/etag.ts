import { hash } from 'node:crypto'
import type { Context } from 'hono'

/** The entity tag of an answer with this content. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/**
 * True when `If-None-Match` has this entity tag, so that 304 is the answer. Weak tags match too: a
 * proxy that compresses what it passes on makes tags weak.
 */
export function matchesEtag(c: Context, etag: string): boolean {
  const tags = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
