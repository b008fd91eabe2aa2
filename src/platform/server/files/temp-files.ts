/** Room on the disk for what is too large to keep in memory; nobody else ever sees it. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file without a name: it is gone when it is closed, and when the process ends, however it does. */
export async function openTempFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Texts put away one behind the other, read again in the same order. */
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
