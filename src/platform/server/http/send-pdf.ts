import type { Context } from 'hono'
import { mediaTypes } from '#shared/file-kinds.ts'

/** Answers a PDF as a download; `name` is ASCII without quotes. */
export const sendPdf = (c: Context, name: string, bytes: Buffer): Response =>
  c.body(new Uint8Array(bytes), 200, {
    'Content-Type': mediaTypes.pdf,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': String(bytes.length),
  })
