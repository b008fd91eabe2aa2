/** Temporary files for data too large for memory. */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '#shared/refusal.ts'
import type { FileReceiver } from './multipart.ts'

/** An unlinked file, which disappears when it is closed or the process ends, even by a kill. */
async function openTempFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Larger content is in a temporary file. */
const maxInMemory = 1024 * 1024

/** Complete content. `stream` reads it and closes it; call `close` when it is not used. */
export interface SpooledContent {
  size: number
  stream: () => ReadableStream<Uint8Array>
  close: () => Promise<void>
}

/**
 * Collects content first, so that an error in the middle of it is thrown here, before a response begins:
 * in memory, or in a temporary file.
 */
export async function spoolContent(content: AsyncIterable<Uint8Array>): Promise<SpooledContent> {
  let file: FileHandle | undefined
  let chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of content) {
      size += chunk.length
      chunks.push(chunk)
      if (!file && size <= maxInMemory) continue
      file ??= await openTempFile()
      for (const waiting of chunks) await file.writeFile(waiting)
      chunks = []
    }
  } catch (error) {
    await file?.close()
    throw error
  }
  if (!file) return { size, stream: () => streamOfChunks(chunks), close: async () => {} }
  const written = file
  return { size, stream: () => streamOf(written), close: () => written.close() }
}

const streamOfChunks = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

function streamOf(file: FileHandle): ReadableStream<Uint8Array> {
  let from = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await readAt(file, from, 64 * 1024)
      from += chunk.length
      if (chunk.length > 0) return controller.enqueue(chunk)
      await file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}

/** Texts spooled to a temporary file and read back in the same order. */
export interface TextSpool {
  append: (text: string) => Promise<void>
  readAll: () => AsyncGenerator<string>
  close: () => Promise<void>
}

export async function openTextSpool(): Promise<TextSpool> {
  const file = await openTempFile()
  const lengths: number[] = []
  let end = 0
  return {
    append: async (text) => {
      const bytes = Buffer.from(text)
      await file.write(bytes, 0, bytes.length, end)
      lengths.push(bytes.length)
      end += bytes.length
    },
    readAll: async function* () {
      let from = 0
      for (const length of lengths) {
        const { buffer } = await file.read(Buffer.alloc(length), 0, length, from)
        from += length
        yield buffer.toString()
      }
    },
    close: () => file.close(),
  }
}

/** A received file that is processed and not stored, such as a spreadsheet. */
export interface TempUpload {
  name: string
  size: number
  /** In hexadecimal. */
  sha256: string
  /** Up to `length` bytes from `offset` on; fewer at the end of the file. */
  read: (offset: number, length: number) => Promise<Buffer>
  close: () => Promise<void>
}

/** Receives the files of one field of a form; refuses a file larger than `maxBytes`. */
export const tempUploads = (field: string, maxBytes: number): FileReceiver<TempUpload> => ({
  receiverOf: (name) =>
    name === field ? (part, fileName) => receiveUpload(part, fileName, maxBytes) : undefined,
  discard: async (files) => {
    await Promise.all(files.map((file) => file.close()))
  },
  // Boundaries and the other fields come on top.
  limit: { maxBytes: maxBytes + 64 * 1024, tooLarge: () => fileTooLarge(maxBytes) },
})

const fileTooLarge = (maxBytes: number) =>
  new Refusal('too-large', `File size must be less than ${Math.floor(maxBytes / 1024 / 1024)}MB`)

async function receiveUpload(part: Readable, name: string, maxBytes: number): Promise<TempUpload> {
  const file = await openTempFile()
  try {
    return {
      name,
      ...(await write(part, file, maxBytes)),
      read: (offset, length) => readAt(file, offset, length),
      close: () => file.close(),
    }
  } catch (error) {
    part.resume()
    await file.close()
    throw error
  }
}

async function write(part: Readable, file: FileHandle, maxBytes: number) {
  const digest = createHash('sha256')
  let size = 0
  for await (const chunk of part) {
    if (size + chunk.length > maxBytes) throw fileTooLarge(maxBytes)
    digest.update(chunk)
    await file.write(chunk, 0, chunk.length, size)
    size += chunk.length
  }
  return { size, sha256: digest.digest('hex') }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
