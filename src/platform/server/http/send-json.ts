import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { acceptedEncoding, compress, encodings, minCompressed } from './content-encoding.ts'

/** Answers with serialised JSON, compressed where the client accepts it. */
export async function sendJson(
  c: Context,
  json: string | Uint8Array<ArrayBuffer>,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  c.header('Vary', 'Accept-Encoding')
  const headers = { 'Content-Type': 'application/json' }
  const encoding = json.length < minCompressed ? undefined : acceptedEncoding(c, encodings)
  if (!encoding) return c.body(json, status, headers)
  c.header('Content-Encoding', encoding)
  return c.body(await compress(Buffer.from(json), encoding), status, headers)
}
