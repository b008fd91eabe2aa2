import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { acceptedEncoding, compressor, encodings } from '../http/content-encoding.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { sendSpooled } from '../http/send-stream.ts'
import { readAnswer, type StreamedAnswer } from './read-answer.ts'

/** Sends a full list, which `read` serialises as JSON; compressed where the client accepts it, unless it is empty. */
export async function sendList(
  c: Context,
  db: Database,
  read: (snapshot: Database) => Promise<StreamedAnswer<{ total: number }>>,
): Promise<Response> {
  const encoding = acceptedEncoding(c, encodings)
  const { head, content } = await readAnswer(c, db, async (snapshot) => {
    const list = await read(snapshot)
    if (!encoding || list.head.total === 0) return list
    return { ...list, content: Readable.from(list.content).compose(compressor(encoding)) }
  })
  setPagingHeaders(c, { ...head, next: undefined })
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
  }
  if (encoding && head.total > 0) headers['Content-Encoding'] = encoding
  return sendSpooled(c, content, headers)
}
