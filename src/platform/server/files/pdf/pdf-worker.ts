/** Checks PDFs in a thread of its own, one after the other; pdf-checks.ts starts and ends it. */
import { parentPort } from 'node:worker_threads'
import { Refusal, type RefusalKind } from '#shared/refusal.ts'
import { checkPdf } from './check-pdf.ts'

/** 'began' when the bytes have arrived, then the verdict. */
export type PdfWorkerMessage = 'began' | { refused?: { kind: RefusalKind; message: string } }

const say = (said: PdfWorkerMessage) => parentPort?.postMessage(said)

parentPort?.on('message', async ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) => {
  say('began')
  try {
    await checkPdf(Buffer.from(buffer, byteOffset, length))
    say({})
  } catch (error) {
    // Anything else is a defect: it ends the thread, and whoever waits hears of it.
    if (!(error instanceof Refusal)) throw error
    say({ refused: { kind: error.kind, message: error.message } })
  }
})
