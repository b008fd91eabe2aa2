/** Detects the real type of an upload and produces the file that may be stored (contract 14.2). */
import { copyFile, open, readFile, stat } from 'node:fs/promises'
import { type FileKind, type FileType, fileKinds, wrongTypeMessage } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue, type WorkQueue } from '../work-queue.ts'
import { cleanImage } from './clean-image.ts'
import type { PersonUploader, VisitorUploader } from './file-store-interface.ts'
import { createPdfChecker } from './pdf/pdf-checker.ts'

/** Whose turn it is. */
type Client = Pick<PersonUploader, 'person'> | Pick<VisitorUploader, 'visitor'>

interface CleanFile {
  type: FileType
  /** A temporary file with the bytes to store. */
  path: string
  size: number
  /** A temporary file with the small version for lists. */
  small: { path: string; size: number } | undefined
}

/** Weights are megapixels: beside an image of 40 there is room for one of 16 from another uploader. */
const lane = (concurrency: number, maxRunningPerClient: number) =>
  createWorkQueue({
    capacity: 56,
    concurrency,
    maxRunningPerClient,
    maxWaiting: 400,
    maxWaitingPerClient: 3,
    maxWaitMs: 60_000,
  })
/**
 * Signed-in people have their own queue, so that a flood of files from visitors does not delay them.
 * Together the queues leave one of Node's four threads to the file system.
 */
const lanes = { person: lane(1, 1), visitor: lane(2, 1) }
const pdfWeight = 15
const checkPdf = createPdfChecker()

/**
 * Checks a file by its content and writes the file to store beside it: images encoded again, PDFs
 * unchanged. Leaves no file behind when it refuses.
 */
export async function cleanFile(
  path: string,
  kind: FileKind,
  uploader: Client,
): Promise<CleanFile> {
  const type = await detectType(path)
  if (!type || !(fileKinds[kind].types as readonly FileType[]).includes(type))
    throw new Refusal('wrong-type', wrongTypeMessage(kind))
  const queue = queueOf(uploader)
  if (type !== 'pdf') return cleanImage(path, kind, type, queue)
  await queue(pdfWeight, async () => checkPdf(await readFile(path)))
  const clean = `${path}.clean`
  await copyFile(path, clean)
  return { type, path: clean, size: (await stat(clean)).size, small: undefined }
}

const queueOf =
  (uploader: Client): WorkQueue =>
  (weight, task) =>
    'person' in uploader
      ? lanes.person(weight, task, uploader.person)
      : lanes.visitor(weight, task, uploader.visitor)

const signatures: [FileType, Buffer][] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
  ['pdf', Buffer.from('%PDF-')],
]

async function detectType(path: string): Promise<FileType | undefined> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0)
    return signatures.find(([, bytes]) => buffer.subarray(0, bytes.length).equals(bytes))?.[0]
  } finally {
    await handle.close()
  }
}
