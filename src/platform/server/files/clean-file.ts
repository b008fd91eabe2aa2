/** What a file really is, and what of it may be kept. */
import { copyFile, open, readFile, stat } from 'node:fs/promises'
import { type FileKind, type FileType, fileKinds, wrongTypeMessage } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue } from '../work-queue.ts'
import { cleanImage } from './clean-image.ts'
import { createPdfChecker } from './pdf/pdf-checks.ts'

export interface CleanFile {
  type: FileType
  /** The bytes to keep, in a temporary file of their own. */
  path: string
  size: number
  /** A small version for lists, in a temporary file of its own. */
  smallPath: string | undefined
}

/** In megapixels: a picture of 40 is alone, of the usual 12 there are two at a time. */
const turns = createWorkQueue({ capacity: 44, concurrency: 2, maxWaiting: 400, maxWaitMs: 60_000 })
const weightOfPdf = 15
const checkPdf = createPdfChecker()

/**
 * Checks a file by its content and writes what may be kept of it beside it: pictures drawn anew,
 * PDFs as they are. Leaves nothing behind when it refuses.
 */
export async function cleanFile(path: string, kind: FileKind): Promise<CleanFile> {
  const type = await typeOf(path)
  if (!type || !(fileKinds[kind].types as readonly FileType[]).includes(type))
    throw new Refusal('wrong-type', wrongTypeMessage(kind))
  if (type !== 'pdf') return cleanImage(path, kind, type, turns)
  await turns(weightOfPdf, async () => checkPdf(await readFile(path)))
  const clean = `${path}.clean`
  await copyFile(path, clean)
  return { type, path: clean, size: (await stat(clean)).size, smallPath: undefined }
}

const beginnings: [FileType, Buffer][] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
  ['pdf', Buffer.from('%PDF-')],
]

async function typeOf(path: string): Promise<FileType | undefined> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return beginnings.find(([, bytes]) => buffer.subarray(0, bytes.length).equals(bytes))?.[0]
  } finally {
    await handle.close()
  }
}
