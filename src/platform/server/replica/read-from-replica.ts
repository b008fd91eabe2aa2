/** Lets a request read from the replica, which has what this client has written (contract 10.2). */
import type { Context, MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from '../database/database.ts'
import { requestHeader } from '../http/request-context.ts'
import { maxLag, parsePosition, replicaOf, storedPosition } from './replica.ts'

const cookie = 'written'
const pattern = new RegExp(`(?:^|;) *${cookie}=([\\dA-F-]{3,17}) *(?:;|$)`)
/** Seconds; after `maxLag`, no replica in use is behind the write. */
const cookieAge = (2 * maxLag) / 1000
/** Where the position is unknown: the primary serves. */
const beyondAll = 'FFFFFFFF/FFFFFFFF'

/**
 * Calls `read` with the replica, where there is one that has this client's writes, otherwise with the primary;
 * also with the primary after it failed with the replica. `read` must be safe to repeat.
 */
export async function readFromReplica<Result>(
  c: Context,
  primary: Database,
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  const replica = replicaOf(primary)
  if (!replica) return read(primary)
  try {
    if (await replica.isUsable(writtenPosition(c))) return await read(replica.db)
  } catch (error) {
    if (error instanceof Refusal || c.req.raw.signal.aborted) throw error
    replica.report(error)
  }
  return read(primary)
}

/** A slash is not allowed everywhere in cookies: 'X-Y' for 'X/Y'. */
function writtenPosition(c: Context) {
  const text = requestHeader(c, 'cookie')?.match(pattern)?.[1]
  return parsePosition(text?.replace('-', '/'))
}

/** After a request that may have written something, the client gets the position of its writes. */
export const rememberWrites =
  ({ db, secure }: { db: Database; secure: boolean }): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (/^(GET|HEAD|OPTIONS)$/.test(c.req.method)) return
    const position = await storedPosition(db).catch(() => beyondAll)
    setCookie(c, cookie, position.replace('/', '-'), {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      secure,
      maxAge: cookieAge,
    })
  }

declare module 'hono' {
  interface ContextVariableMap {
    readingDatabase: Database | undefined
  }
}

/** Calls `answer` with `readingDatabase` set, as `readFromReplica` does. */
export const withReadingDatabase = (
  c: Context,
  primary: Database,
  answer: () => Promise<Response>,
): Promise<Response> =>
  readFromReplica(c, primary, (db) => {
    c.set('readingDatabase', db)
    return answer()
  })

/** The database from which the list of this request is read. */
export const readingDatabase = (c: Context, primary: Database): Database =>
  c.get('readingDatabase') ?? primary
