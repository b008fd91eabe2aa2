/** Reads the body of a request within limits, and drains what is left of one that was refused. */
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import { parseStrictJson } from './strict-json.ts'

const maxJsonBytes = 100 * 1024
const maxJsonMs = 30_000
const maxDrainBytes = 64 * 1024 * 1024
const maxDrainMs = 8000

export const jsonMessage = 'Please send JSON'

export const incompleteBody = () =>
  new Refusal('invalid', 'The upload was interrupted; please try again')
export const bodyTooLarge = () => new Refusal('too-large', 'The file or request is too large')

/** The parsed JSON body: at most 100 KiB, complete within 30 seconds. Refuses anything else. */
export const readJson = async (c: Context): Promise<unknown> =>
  parseStrictJson(await readBody(c, 'application/json', jsonMessage))

/** The fields of a form that a page without script sends, within the same limits. */
export const readFormFields = async (c: Context): Promise<URLSearchParams> =>
  new URLSearchParams(
    await readBody(c, 'application/x-www-form-urlencoded', 'Please send the form of the page'),
  )

async function readBody(c: Context, expected: string, otherwise: string): Promise<string> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== expected) throw new Refusal('wrong-type', otherwise)
  if (Number(c.req.header('content-length') ?? 0) > maxJsonBytes) throw bodyTooLarge()
  return withTimeout(c, readText(c.req.raw, maxJsonBytes)).catch((error: unknown) => {
    throw error instanceof Refusal ? error : incompleteBody()
  })
}

/** The server's own timeout (listen.ts) is long enough for files; JSON gets 30 seconds. */
async function withTimeout(c: Context, text: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      c.header('Connection', 'close')
      reject(incompleteBody())
    }, maxJsonMs)
  })
  try {
    return await Promise.race([text, timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (request.headers.get('transfer-encoding') === null) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw bodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body as a Node stream; empty when the request has none. */
export function bodyStream(c: Context): Readable {
  const { body } = c.req.raw
  const source = body
    ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([])
  // Readers add their own listener; without this one, a later error would end the process.
  source.on('error', () => {})
  return source
}

/**
 * Reads and discards the rest of a body, up to 64 MiB and for up to 8 seconds, because most clients
 * read the answer only after they have sent everything. Closes the connection when more is left.
 */
export async function drainBody(c: Context, source: Readable): Promise<void> {
  if (!(await drain(source))) c.header('Connection', 'close')
}

/** True when the body has ended. */
function drain(source: Readable): Promise<boolean> {
  if (source.destroyed || source.readableEnded) return Promise.resolve(source.readableEnded)
  return new Promise((resolve) => {
    let size = 0
    const stop = (hasEnded: boolean) => {
      clearTimeout(timer)
      source.pause()
      resolve(hasEnded)
    }
    const timer = setTimeout(() => stop(false), maxDrainMs)
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxDrainBytes) stop(false)
    })
    source.once('end', () => stop(true)).once('close', () => stop(source.readableEnded))
    source.resume()
  })
}
