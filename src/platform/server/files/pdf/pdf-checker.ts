/** Checks PDFs in threads with limits on time and memory. */
import { Refusal } from '#shared/refusal.ts'
import { createThreads, type ThreadLimits } from '../../core/threads.ts'

interface PdfCheckLimits extends Partial<ThreadLimits> {
  /** The module that the thread runs; check-pdf.ts. */
  program?: URL
}

/** Throws a Refusal unless the PDF contains nothing but pages (check-pdf.ts). */
type PdfChecker = (bytes: Buffer) => Promise<void>

export function createPdfChecker({
  program = new URL('./check-pdf.ts', import.meta.url),
  ...limits
}: PdfCheckLimits = {}): PdfChecker {
  const runInThread = createThreads({
    // The queues of clean-file.ts allow this many files concurrently.
    maxThreads: 3,
    maxHeapMegabytes: 192,
    maxMs: 5000,
    // One thread keeps 26 MB, and much more after a large file.
    idleMs: 10_000,
    refusal: (started) => (started ? tooCostly() : unavailable()),
    ...limits,
  })
  return async (bytes) => {
    const copy = new Uint8Array(bytes)
    await runInThread({ module: program, name: 'checkPdf', data: copy, transfer: [copy.buffer] })
  }
}

const tooCostly = () =>
  new Refusal('invalid', 'This PDF could not be checked; please save it again or choose another')

const unavailable = () =>
  new Refusal('unavailable', 'PDFs cannot be checked at the moment; please try again in a minute', {
    retryAfter: 60,
  })
