/** Reads a form with one file to a place of its own on the disk: for files that are never kept. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import { openTempFile } from '../files/temp-files.ts'
import { drainBody } from './drain-body.ts'
import { requestHeader } from './http.ts'

export interface SingleUpload {
  name: string
  size: number
  /** In hex. */
  sha256: string
  /** The bytes from a place on: so many, or fewer at the end. */
  read: (from: number, length: number) => Promise<Buffer>
  fields: Map<string, string>
}

const longest = 120_000

/**
 * The file in `field` and the fields beside it, for as long as `work` takes; refused in words when
 * larger than `mostBytes`. It is never in memory as a whole.
 */
export async function withSingleUpload<Outcome>(
  c: Context,
  { field, mostBytes }: { field: string; mostBytes: number },
  work: (file: SingleUpload) => Promise<Outcome>,
): Promise<Outcome> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || !c.req.raw.body)
    throw new Refusal('wrong-type', 'Please send the file as multipart/form-data')
  const source = Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', () => {})
  const tooLarge = new Refusal(
    'too-large',
    `File size must be less than ${Math.floor(mostBytes / 1024 / 1024)}MB`,
  )
  const scratch = await openTempFile()
  const timer = setTimeout(() => source.destroy(), longest)
  try {
    // A little more than the file: the seams and the other fields.
    if (Number(requestHeader(c, 'content-length') ?? 0) > mostBytes + 64 * 1024) throw tooLarge
    const file = await parse(source, type, { field, mostBytes, tooLarge, scratch }).catch(
      async (error: unknown) => {
        throw error instanceof Refusal ? error : notWhole()
      },
    )
    clearTimeout(timer)
    return await work(file)
  } catch (error) {
    if (!source.readableEnded && !(await drainBody(source))) c.header('Connection', 'close')
    throw error
  } finally {
    clearTimeout(timer)
    await scratch.close()
  }
}

interface ParseNeeds {
  field: string
  mostBytes: number
  tooLarge: Refusal
  scratch: FileHandle
}

function parse(
  source: Readable,
  type: string,
  { field, mostBytes, tooLarge, scratch }: ParseNeeds,
): Promise<SingleUpload> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: 20, fieldSize: 4096, files: 1, parts: 25, fileSize: mostBytes },
    })
    const fields = new Map<string, string>()
    let name: string | undefined
    let written: ReturnType<typeof writeAll> | undefined
    parser.on('field', (key: string | undefined, value: string) => fields.set(key ?? '', value))
    parser.on('file', (key: string | undefined, part, given: string | undefined) => {
      part.on('error', () => {})
      part.on('limit', () => reject(tooLarge))
      if (key !== field || !given) return part.resume()
      name = given
      written = writeAll(part, scratch)
      written.catch(reject)
    })
    parser.on('error', reject)
    parser.on('finish', async () => {
      if (name === undefined || !written)
        return reject(new Refusal('invalid', 'Please choose a file'))
      const { size, sha256 } = await written.catch(() => ({ size: 0, sha256: '' }))
      resolve({ name, size, sha256, fields, read: (from, length) => readAt(scratch, from, length) })
    })
    source.once('error', reject)
    source.once('close', () => source.readableEnded || reject(notWhole()))
    source.pipe(parser)
  })
}

async function writeAll(part: Readable, scratch: FileHandle) {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of part) {
    digest.update(chunk)
    await scratch.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const notWhole = () => new Refusal('invalid', 'The request did not arrive whole')
