import type { Context } from 'hono'
import { Refusal } from '#shared/refusal.ts'

/** The `Idempotency-Key` header (contract 7.1), undefined when absent; refuses one that is too long. */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')
  if (!key) return undefined
  if (key.length <= 200) return key
  throw new Refusal('invalid', 'An Idempotency-Key has at most 200 characters')
}
