/** The limits of the calls behind private links (contract 9.8). */
import { limitClient, type RateLimit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { hours, minutes } from '#shared/durations.ts'

const limits = {
  /** Notices opened, with a valid link or not. Call it before the token is checked. */
  open: { max: 90, windowMs: minutes(15) },
  document: { max: 30, windowMs: minutes(15) },
  report: { max: 20, windowMs: hours(1) },
} as const satisfies Record<string, RateLimit>

export const countNoticeCall = (
  { db, now }: World,
  name: keyof typeof limits,
  client: string,
): Promise<void> => limitClient(db, `dues:${name}`, client, limits[name], now())
