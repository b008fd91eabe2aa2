import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compress, encodings } from './content-encoding.ts'

/** A shorter answer fits into one packet anyway. */
const minCompressed = 1024

/** Answers with serialised JSON, compressed where the client accepts it. */
export async function sendJson(
  c: Context,
  json: string | Uint8Array<ArrayBuffer>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  c.header('Content-Type', 'application/json')
  c.header('Vary', 'Accept-Encoding')
  const encoding = json.length < minCompressed ? undefined : acceptedEncoding(c, encodings)
  if (!encoding) return c.body(json, status)
  c.header('Content-Encoding', encoding)
  return c.body(await compress(Buffer.from(json), encoding), status)
}
