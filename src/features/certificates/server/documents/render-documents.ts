/** Draws many certificates, cards or labels into one PDF, in the thread of documents. */
import { setImmediate } from 'node:timers/promises'
import { openDocument } from '#platform/server/documents/document.ts'
import { withDrawableTexts } from '#platform/server/documents/letters.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { PrintedDocument } from '../../contract.ts'
import type { PrintedCertificate } from '../../printed-certificate.ts'
import { drawCardOnSheet, drawCardPage } from './card.ts'
import { certificatePage, drawCertificate } from './certificate.ts'
import type { Design } from './design.ts'
import { drawLabel, type Label, sheets } from './labels.ts'

export interface PrintJob {
  document: PrintedDocument
  title: string
  language: DocumentLanguage
  /** ISO; the same job gives the same bytes. */
  date: string
  design: Design
  certificates: readonly PrintedCertificate[]
  labels: readonly Label[]
}

/** Pages between two pauses, in which the compressed pages leave memory. */
const pause = 20

export async function render(
  { document: kind, title, language, date, design, certificates, labels }: PrintJob,
  onProgress: (done: number) => void = () => {},
): Promise<Buffer> {
  const document = openDocument({
    title,
    author: design.association_name,
    language,
    date: new Date(date),
    size: kind === 'certificate' ? certificatePage : 'A4',
    compress: true,
  })
  let done = 0
  const count = async () => {
    done += 1
    if (done % pause !== 0) return
    onProgress(done)
    await setImmediate()
  }
  for (const [index, row] of certificates.entries()) {
    const certificate = withDrawableTexts(row)
    if (kind === 'certificate') drawCertificate(document, design, certificate)
    else if (kind === 'card') drawCardPage(document, design, certificate)
    else drawCardOnSheet(document, design, certificate, index)
    await count()
  }
  for (const [index, label] of labels.entries()) {
    if (kind === 'labels-24' || kind === 'labels-14')
      drawLabel(document, sheets[kind], withDrawableTexts(label), index)
    await count()
  }
  return document.toPdf()
}
