import type { Context } from 'hono'
import type { Database } from '#platform/server/database/database.ts'
import { sendList } from '#platform/server/reading/send-list.ts'
import { type FullListRequest, fullListModule, isLongRegister, read } from './full-list-queries.ts'

/** Sends the members of a list without a limit. */
export const sendFullList = async (
  c: Context,
  db: Database,
  request: FullListRequest,
): Promise<Response> =>
  sendList(c, db, {
    module: fullListModule,
    read,
    data: request,
    // There are few administrators.
    isLong: request.query.role !== 'admin' && (await isLongRegister(db)),
  })
