import type { Context } from 'hono'
import { type SpooledContent, spoolContent } from './temp-files.ts'

/** Sends a complete file or an error, never half a file under status 200 (contract 9.5). */
export const sendStream = async (
  c: Context,
  content: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Promise<Response> => sendSpooled(c, await spoolContent(content), headers)

export async function sendSpooled(
  c: Context,
  content: SpooledContent,
  headers: Record<string, string>,
): Promise<Response> {
  c.header('Content-Length', String(content.size))
  if (c.req.method !== 'HEAD') return c.body(content.stream(), 200, headers)
  await content.close()
  return c.body(null, 200, headers)
}
