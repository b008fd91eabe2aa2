/** Reads a form with one file into memory: for files that are read once and never kept. */
import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import { discardRest } from './discard-rest.ts'
import { headerOf } from './http.ts'

export interface OneFile {
  name: string
  bytes: Buffer
  fields: Map<string, string>
}

const longest = 120_000

/** The file in `field` and the fields beside it; refused in words when larger than `mostBytes`. */
export async function readOneFile(
  c: Context,
  { field, mostBytes }: { field: string; mostBytes: number },
): Promise<OneFile> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || !c.req.raw.body)
    throw new Refusal('wrong-type', 'Please send the file as multipart/form-data')
  const source = Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', () => {})
  const tooLarge = new Refusal(
    'too-large',
    `File size must be less than ${Math.floor(mostBytes / 1024 / 1024)}MB`,
  )
  const timer = setTimeout(() => source.destroy(), longest)
  try {
    // A little more than the file: the seams and the other fields.
    if (Number(headerOf(c, 'content-length') ?? 0) > mostBytes + 64 * 1024) throw tooLarge
    return await parse(source, type, { field, mostBytes, tooLarge })
  } catch (error) {
    if (!(await discardRest(source))) c.header('Connection', 'close')
    throw error instanceof Refusal ? error : notWhole()
  } finally {
    clearTimeout(timer)
  }
}

function parse(
  source: Readable,
  type: string,
  { field, mostBytes, tooLarge }: { field: string; mostBytes: number; tooLarge: Refusal },
): Promise<OneFile> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: 20, fieldSize: 4096, files: 1, parts: 25, fileSize: mostBytes },
    })
    const fields = new Map<string, string>()
    const chunks: Buffer[] = []
    let name: string | undefined
    parser.on('field', (key: string | undefined, value: string) => fields.set(key ?? '', value))
    parser.on('file', (key: string | undefined, part, given: string | undefined) => {
      part.on('error', () => {})
      if (key === field && given) name = given
      part.on('data', (chunk: Buffer) => key === field && chunks.push(chunk))
      part.on('limit', () => reject(tooLarge))
    })
    parser.on('error', reject)
    parser.on('finish', () => {
      if (name === undefined) reject(new Refusal('invalid', 'Please choose a file'))
      else resolve({ name, bytes: Buffer.concat(chunks), fields })
    })
    source.once('error', reject)
    source.once('close', () => source.readableEnded || reject(notWhole()))
    source.pipe(parser)
  })
}

const notWhole = () => new Refusal('invalid', 'The request did not arrive whole')
