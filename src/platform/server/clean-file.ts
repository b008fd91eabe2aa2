/** What a file really is, and what of it may be kept. */
import { copyFile, open, stat } from 'node:fs/promises'
import { type FileKind, type FileType, fileKinds, wrongTypeFor } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'

export interface CleanFile {
  type: FileType
  /** The bytes to keep, in a temporary file of their own. */
  path: string
  size: number
  /** A small version for lists, in a temporary file of its own. */
  smallPath: string | undefined
}

/** Checks a file by its content and writes what may be kept of it beside it. */
export async function cleanFile(path: string, kind: FileKind): Promise<CleanFile> {
  const type = await typeOf(path)
  if (!type || !(fileKinds[kind].types as readonly FileType[]).includes(type))
    throw new Refusal('wrong-type', wrongTypeFor(kind))
  const clean = `${path}.clean`
  await copyFile(path, clean)
  return { type, path: clean, size: (await stat(clean)).size, smallPath: undefined }
}

const beginnings: [FileType, number[]][] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

async function typeOf(path: string): Promise<FileType | undefined> {
  const handle = await open(path)
  try {
    const head = Buffer.alloc(8)
    await handle.read(head, 0, 8, 0)
    return beginnings.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0]
  } finally {
    await handle.close()
  }
}
