import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { acceptedEncoding, encodings } from '../http/content-encoding.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { sendJson } from '../http/send-json.ts'
import { sendSpooled } from '../http/send-stream.ts'
import { type AnswerReading, readAnswer } from './read-answer.ts'

/** Sends a full list, which `read` serialises as JSON; compressed where the client accepts it. */
export async function sendList<Data>(
  c: Context,
  db: Database,
  reading: AnswerReading<Data, { total: number }>,
): Promise<Response> {
  if (!reading.isLong) {
    const { head, content } = await reading.read(db, reading.data)
    const parts: Uint8Array[] = []
    for await (const part of content) parts.push(Buffer.from(part))
    setPagingHeaders(c, { ...head, next: undefined })
    return sendJson(c, Buffer.concat(parts))
  }
  const accepted = acceptedEncoding(c, encodings)
  const { head, encoding, content } = await readAnswer(c, db, reading, accepted)
  setPagingHeaders(c, { ...head, next: undefined })
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Vary: 'Accept-Encoding',
  }
  if (encoding) headers['Content-Encoding'] = encoding
  return sendSpooled(c, content, headers)
}
