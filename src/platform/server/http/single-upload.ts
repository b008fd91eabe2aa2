/** Receives a form with a single file that is processed and not stored, such as a spreadsheet. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import { openTempFile } from '../files/temp-files.ts'
import { requestHeader } from './http.ts'
import { bodyStream, drainBody, incompleteBody } from './request-body.ts'

export interface SingleUpload {
  name: string
  size: number
  /** In hexadecimal. */
  sha256: string
  /** Up to `length` bytes from `offset` on; fewer at the end of the file. */
  read: (offset: number, length: number) => Promise<Buffer>
  fields: Map<string, string>
}

const maxMs = 120_000

/**
 * Calls `work` with the file in `field` and the other fields, and deletes the file afterwards. Refuses
 * a file larger than `maxBytes`. The file is on disk, never in memory as a whole.
 */
export async function withSingleUpload<Outcome>(
  c: Context,
  { field, maxBytes }: { field: string; maxBytes: number },
  work: (file: SingleUpload) => Promise<Outcome>,
): Promise<Outcome> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || !c.req.raw.body)
    throw new Refusal('wrong-type', 'Please send the file as multipart/form-data')
  const source = bodyStream(c)
  const tooLarge = new Refusal(
    'too-large',
    `File size must be less than ${Math.floor(maxBytes / 1024 / 1024)}MB`,
  )
  const tempFile = await openTempFile()
  const timer = setTimeout(() => source.destroy(), maxMs)
  try {
    // 64 KiB more than the file: boundaries and the other fields.
    if (Number(requestHeader(c, 'content-length') ?? 0) > maxBytes + 64 * 1024) throw tooLarge
    const file = await parse(source, type, { field, maxBytes, tooLarge, tempFile }).catch(
      (error: unknown) => {
        throw error instanceof Refusal ? error : incompleteBody()
      },
    )
    clearTimeout(timer)
    return await work(file)
  } catch (error) {
    if (!source.readableEnded && !(await drainBody(source))) c.header('Connection', 'close')
    throw error
  } finally {
    clearTimeout(timer)
    await tempFile.close()
  }
}

interface ParseOptions {
  field: string
  maxBytes: number
  tooLarge: Refusal
  tempFile: FileHandle
}

function parse(
  source: Readable,
  type: string,
  { field, maxBytes, tooLarge, tempFile }: ParseOptions,
): Promise<SingleUpload> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: 20, fieldSize: 4096, files: 1, parts: 25, fileSize: maxBytes },
    })
    const fields = new Map<string, string>()
    let name: string | undefined
    let written: ReturnType<typeof writeAll> | undefined
    parser.on('field', (key: string | undefined, value: string) => fields.set(key ?? '', value))
    parser.on('file', (key: string | undefined, part, filename: string | undefined) => {
      part.on('error', () => {})
      part.on('limit', () => reject(tooLarge))
      if (key !== field || !filename) return part.resume()
      name = filename
      written = writeAll(part, tempFile)
      written.catch(reject)
    })
    parser.on('error', reject)
    parser.on('finish', async () => {
      if (name === undefined || !written)
        return reject(new Refusal('invalid', 'Please choose a file'))
      const { size, sha256 } = await written.catch(() => ({ size: 0, sha256: '' }))
      resolve({
        name,
        size,
        sha256,
        fields,
        read: (offset, length) => readAt(tempFile, offset, length),
      })
    })
    source.once('error', reject)
    source.once('close', () => source.readableEnded || reject(incompleteBody()))
    source.pipe(parser)
  })
}

async function writeAll(part: Readable, tempFile: FileHandle) {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of part) {
    digest.update(chunk)
    await tempFile.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
