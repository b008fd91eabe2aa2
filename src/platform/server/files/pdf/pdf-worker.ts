/** The worker thread of pdf-checker.ts: checks one PDF after the other. */
import { parentPort } from 'node:worker_threads'
import { Refusal, type RefusalKind } from '#shared/refusal.ts'
import { checkPdf } from './check-pdf.ts'

/** 'started' when the bytes have arrived, then the verdict. */
export type PdfWorkerMessage = 'started' | { refused?: { kind: RefusalKind; message: string } }

const send = (message: PdfWorkerMessage) => parentPort?.postMessage(message)

parentPort?.on('message', async ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) => {
  send('started')
  try {
    await checkPdf(Buffer.from(buffer, byteOffset, length))
    send({})
  } catch (error) {
    // Any other error is a defect: it ends the thread and rejects the pending check.
    if (!(error instanceof Refusal)) throw error
    send({ refused: { kind: error.kind, message: error.message } })
  }
})
