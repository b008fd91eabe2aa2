import type { Context } from 'hono'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue } from '../core/work-queue.ts'
import type { Database } from '../database/database.ts'
import { type SpooledContent, spoolContent } from '../http/temp-files.ts'
import { inSnapshot } from './in-snapshot.ts'

/** The start of an answer, known before its content, and the content in pieces of about 100 rows. */
export interface StreamedAnswer<Head> {
  head: Head
  content: AsyncIterable<string | Uint8Array>
}

/** Each reading holds a connection of PostgreSQL. Two may run, so that a short list does not wait for a long export. */
const enqueue = createWorkQueue({
  capacity: 2,
  concurrency: 2,
  maxRunningPerClient: 1,
  maxWaiting: 100,
  maxWaitMs: minutes(1),
})

/**
 * Reads a possibly long answer, such as a full list or an export, from one snapshot of the database, while other
 * requests are served. The answer is complete when this resolves; its content must be read or closed.
 */
export const readAnswer = <Head>(
  c: Context,
  db: Database,
  read: (snapshot: Database) => Promise<StreamedAnswer<Head>>,
): Promise<{ head: Head; content: SpooledContent }> =>
  enqueue(
    1,
    () =>
      inSnapshot(db, async (snapshot) => {
        const { head, content } = await read(snapshot)
        return { head, content: await spoolContent(bytesOf(content, c.req.raw.signal)) }
      }),
    c.var.caller?.id,
  )

/** Ends silently when the client has disconnected and a refusal can no longer be sent. */
async function* bytesOf(
  content: StreamedAnswer<unknown>['content'],
  client: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    if (client.aborted) throw new Refusal('unavailable', 'The client has closed the connection')
    yield typeof part === 'string' ? Buffer.from(part) : part
  }
}
