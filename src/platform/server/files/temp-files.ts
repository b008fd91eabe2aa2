/** Temporary files for data too large for memory. */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An unlinked file: it disappears when it is closed or the process ends, however it ends. */
export async function openTempFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `portal-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
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
