/** Detects the real type of an upload and produces the file that may be stored (contract 14.2). */
import { open, readFile, writeFile } from 'node:fs/promises'
import { type FileContent, fileContent, pdfStart } from '#shared/file-contents.ts'
import { type FileKind, type FileType, fileKinds, wrongTypeMessage } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import { createWorkQueue, type WorkQueue } from '../core/work-queue.ts'
import { cleanImage } from './clean-image.ts'
import type { PersonUploader, VisitorUploader } from './file-store-interface.ts'
import { createPdfChecker } from './pdf/pdf-checker.ts'

/** The client whose files are processed in turn with those of others. */
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
const createFileQueue = (concurrency: number, maxRunningPerClient: number) =>
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
const queues = { person: createFileQueue(1, 1), visitor: createFileQueue(2, 1) }
const pdfWeight = 15
const checkPdf = createPdfChecker()

/**
 * Checks a file by its content and writes the file to store beside it: images encoded again, PDFs
 * unchanged, without blanks before their header. Leaves no file behind when it refuses. Its name is for the refusal.
 */
export async function cleanFile(
  path: string,
  kind: FileKind,
  uploader: Client,
  name = '',
): Promise<CleanFile> {
  const content = await contentOf(path)
  const type = (fileKinds[kind].types as readonly FileType[]).find((one) => one === content)
  if (!type) throw new Refusal('wrong-type', wrongTypeMessage(kind, { content, name }))
  const queue = queueOf(uploader)
  if (type !== 'pdf') return cleanImage(path, kind, type, queue)
  const pdf = await queue(pdfWeight, async () => {
    const bytes = await readFile(path)
    const fromHeader = bytes.subarray(pdfStart(bytes))
    await checkPdf(fromHeader)
    return fromHeader
  })
  const clean = `${path}.clean`
  await writeFile(clean, pdf)
  return { type, path: clean, size: pdf.length, small: undefined }
}

const queueOf =
  (uploader: Client): WorkQueue =>
  (weight, task) =>
    'person' in uploader
      ? queues.person(weight, task, uploader.person)
      : queues.visitor(weight, task, uploader.visitor)

/** The type of a local file, by its content. */
export async function contentOf(path: string): Promise<FileContent> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    return await fileContent({
      size,
      read: async (offset, length) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await handle.close()
  }
}
