import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import type { ContentEncoding } from '../http/content-encoding.ts'
import { spoolContent } from '../http/temp-files.ts'
import type { Read, Reading } from './reading.ts'
import { type ReadAnswer, readInThread } from './reading-thread.ts'

export interface AnswerReading<Data, Head> {
  /** The address of the module with `read`. */
  module: URL
  read: Read<Data, Head>
  data: Data
  /** A short answer is read at once: passing it between threads takes longer. */
  isLong: boolean
}

/** Reads an answer from one snapshot of the database; a long one in the reading thread. */
export function readAnswer<Data, Head>(
  c: Context,
  db: Database,
  { module, read, data, isLong }: AnswerReading<Data, Head>,
  encoding?: ContentEncoding,
): Promise<ReadAnswer<Head>> {
  const client = c.var.caller?.id ?? ''
  if (isLong) return readInThread(db, module, data, { client, encoding, signal: c.req.raw.signal })
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { head, content } = await read(tx, data)
      return { head, encoding: undefined, content: await spoolContent(bytesOf(content)) }
    })
}

async function* bytesOf(content: Reading<unknown>['content']): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part
}
