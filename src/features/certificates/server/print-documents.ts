/** Makes the PDFs: what members download, what administrators print, and the sample of the settings. */
import type { z } from 'zod'
import { recordExportOf } from '#features/members/server/list/exported-people-queries.ts'
import { resolveSelection } from '#features/members/server/list/selection.ts'
import { startProgress } from '#platform/server/database/progress.ts'
import { type RenderOptions, renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { readPicture } from '#platform/server/files/picture.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatCount } from '#shared/sentences.ts'
import { byPinCode } from '../addresses.ts'
import type {
  CertificatesRequest,
  OwnDocument,
  ownDocumentRequest,
  PrintedDocument,
} from '../contract.ts'
import { exampleCertificate, type PrintedCertificate } from '../printed-certificate.ts'
import type { CertificateTemplate } from '../template.ts'
import { texts } from '../texts.ts'
import type { Design } from './documents/design.ts'
import type { PrintJob } from './documents/render-documents.ts'
import { certificateOfCaller } from './issue.ts'
import { isLabels, reasonForNoDocument } from './preview.ts'
import { listPrinted, type PrintedRow } from './queries.ts'

/** The maximum number of certificates in one PDF. */
const maxPrinted = 2000

/** The template of the settings as they are now. */
export type CurrentTemplate = () => CertificateTemplate

interface PrintRequest {
  selection: CertificatesRequest['selection']
  document: PrintedDocument
  /** When left out, each document has the language of the member, or else of the settings. */
  language?: DocumentLanguage | undefined
  key?: string | undefined
  /** The name of the PDF, for the record of the export. */
  file: string
}

/**
 * The certificates, cards or labels of the selected members in one PDF, in the order of the PIN codes, so
 * that labels and certificates lie in the same order. Members without one are left out.
 */
export async function printSelection(
  world: World,
  template: CertificateTemplate,
  admin: Caller,
  { selection, document, key, language, file }: PrintRequest,
): Promise<Buffer> {
  const now = world.now()
  const { ids } = await resolveSelection(world.db, selection, isoDay(now))
  const reason = reasonForNoDocument(document, now)
  const members = (await listPrinted(world.db, ids))
    .filter(
      (member) => reason(member) === undefined && (isLabels(document) || hasCertificate(member)),
    )
    .toSorted(byPinCode)
  if (members.length === 0)
    throw new Refusal('conflict', 'There is nothing to print for the selected members')
  if (members.length > maxPrinted)
    throw new Refusal('invalid', `Please print at most ${formatCount(maxPrinted)} at a time`)
  const printedIds = members.map(({ id }) => id)
  await recordExportOf(world.db, admin, { file, filter: { document }, ids: printedIds }, now)
  const languageOf = languageReader(world, language)
  const job = await buildJob(world, template, document, languageOf())
  const state = (done: number) => ({ done, of: members.length })
  const progress = startProgress(world, admin.id, key, state(0))
  try {
    return await draw(
      isLabels(document)
        ? { ...job, labels: members.map(labelOf) }
        : { ...job, certificates: members.map((member) => printedOf(member, languageOf(member))) },
      { client: admin.id, onProgress: (done) => progress.report(state(done)) },
    )
  } finally {
    await progress.end()
  }
}

/**
 * Returns a function that chooses the language of a member's documents: the requested one, else the member's, else the
 * one of the settings.
 */
const languageReader =
  (world: World, requested: DocumentLanguage | undefined) =>
  (member?: Pick<PrintedRow, 'document_language'>): DocumentLanguage =>
    requested ?? (member?.document_language || world.association().document_language)

/** The caller's own certificate or card. */
export async function ownDocument(
  world: World,
  template: CertificateTemplate,
  caller: Caller,
  { document, language: requested }: z.output<typeof ownDocumentRequest>,
): Promise<Buffer> {
  await certificateOfCaller(world, caller.id)
  const [member] = await listPrinted(world.db, [caller.id])
  if (!member || !hasCertificate(member)) throw new Error('the certificate is missing')
  const language = languageReader(world, requested)(member)
  const job = await buildJob(world, template, document, language)
  return draw({ ...job, certificates: [printedOf(member, language)] }, { client: caller.id })
}

/** A certificate or card with example values, from a template that need not be saved. */
export async function samplePdf(
  world: World,
  template: CertificateTemplate,
  admin: Caller,
  { document, language }: { document: OwnDocument; language: DocumentLanguage },
): Promise<Buffer> {
  const today = isoDay(world.now())
  const job = await buildJob(world, template, document, language)
  return draw({ ...job, certificates: [exampleCertificate(language, today)] }, { client: admin.id })
}

const draw = (job: PrintJob, options: RenderOptions): Promise<Buffer> =>
  renderInThread(new URL('./documents/render-documents.ts', import.meta.url), job, options)

async function buildJob(
  world: World,
  template: CertificateTemplate,
  document: PrintedDocument,
  language: DocumentLanguage,
): Promise<PrintJob> {
  return {
    document,
    title: titleOf(document, language),
    language,
    date: `${isoDay(world.now())}T00:00:00.000Z`,
    design: await readDesign(world, template),
    certificates: [],
    labels: [],
  }
}

function titleOf(document: PrintedDocument, language: DocumentLanguage): string {
  if (isLabels(document)) return 'Address labels'
  return document === 'certificate' ? texts[language].title : texts[language].card
}

async function readDesign(world: World, template: CertificateTemplate): Promise<Design> {
  const { association_name, association_address, association_logo } = world.association()
  return {
    association_name,
    association_address,
    signatory: template.certificate_signatory,
    signatory_title: template.certificate_signatory_title,
    colour: template.certificate_colour,
    accent: template.certificate_accent,
    logo: await readPicture(world, template.certificate_logo || association_logo),
    signature: await readPicture(world, template.certificate_signature),
    seal: await readPicture(world, template.certificate_seal),
    publicUrl: world.publicUrl,
  }
}

const hasCertificate = ({ code }: PrintedRow): boolean => code !== null

const printedOf = (member: PrintedRow, language: DocumentLanguage): PrintedCertificate => ({
  number: member.number ?? '',
  code: member.code ?? '',
  name: member.printed_name ?? '',
  company_name: member.printed_company ?? '',
  membership_number: member.printed_number ?? '',
  issued_on: member.issued_at ? isoDay(member.issued_at) : '',
  valid_until: member.paid_until,
  language,
})

const labelOf = ({ company_name, name, certificate_postal_address }: PrintedRow) => ({
  company_name,
  name,
  address: certificate_postal_address,
})
