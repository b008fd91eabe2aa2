/** The worker thread of pdf-checker.ts: checks one PDF after the other. */
import { parentPort } from 'node:worker_threads'
import { Refusal, type RefusalDetails, type RefusalKind } from '#shared/refusal.ts'
import { checkPdf } from './check-pdf.ts'

/** 'started' when the bytes have arrived, then the verdict. */
export type PdfWorkerMessage =
  | 'started'
  | { refused?: { kind: RefusalKind; message: string; details: RefusalDetails } }

const send = (message: PdfWorkerMessage) => parentPort?.postMessage(message)

parentPort?.on('message', async ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) => {
  send('started')
  try {
    await checkPdf(Buffer.from(buffer, byteOffset, length))
    send({})
  } catch (error) {
    // Any other error is a defect: it ends the thread and rejects the pending check.
    if (!(error instanceof Refusal)) throw error
    const { kind, message, details } = error
    send({ refused: { kind, message, details } })
  }
})
