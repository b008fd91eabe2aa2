import type { Context } from 'hono'
import { spoolStream } from '../files/temp-files.ts'

/** Sends a complete file or an error, never half a file under status 200 (contract 9.5). */
export async function sendStream(
  c: Context,
  content: ReadableStream,
  headers: Record<string, string>,
): Promise<Response> {
  const file = await spoolStream(content)
  c.header('Content-Length', String(file.size))
  if (c.req.method !== 'HEAD') return c.body(file.stream(), 200, headers)
  await file.close()
  return c.body(null, 200, headers)
}
