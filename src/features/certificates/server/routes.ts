import { bulkAnswer } from '#features/members/bulk.ts'
import { memberRecord } from '#features/members/server/record/load-member.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { sendPdf } from '#platform/server/http/send-pdf.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import {
  certificatesAnswer,
  certificatesPreviewAnswer,
  ownCertificateAnswer,
  revokedAnswer,
  verifyAnswer,
} from '../answers.ts'
import {
  certificatesPreview,
  certificatesRequest,
  ownDocumentRequest,
  type PrintedDocument,
  printRequest,
  revocation,
  sampleRequest,
} from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { issueCertificates, noSuchCertificate, revokeCertificate } from './issue.ts'
import { ownCertificate, readMemberCertificates } from './own-certificate.ts'
import { previewPrint } from './preview.ts'
import { type CurrentTemplate, ownDocument, printSelection, samplePdf } from './print-documents.ts'
import { verify } from './verify.ts'

export const certificateRoutes = (world: World, template: CurrentTemplate): Route[] => [
  route(
    endpoints.getVerification,
    anyone(),
    { summary: 'What a certificate is worth now', answer: verifyAnswer },
    ({ c, params }) => {
      c.header('X-Robots-Tag', 'noindex')
      return verify(world, c.var.request.client, params.code)
    },
  ),
  route(
    endpoints.getOwnCertificate,
    only('oem', 'vendor'),
    { summary: "The caller's certificate", answer: ownCertificateAnswer },
    ({ caller }) => ownCertificate(world, caller.id),
  ),
  route(
    endpoints.postOwnDocument,
    only('oem', 'vendor'),
    { summary: "The caller's certificate or card as a PDF", body: ownDocumentRequest },
    async ({ c, caller, body }) => {
      await enforceLimit(world.db, limits.certificateDownloads, caller.id, world.now())
      const bytes = await ownDocument(world, template(), caller, body)
      return sendPdf(c, `membership-${body.document}.pdf`, bytes)
    },
  ),
  ...administratorRoutes(world),
  ...printRoutes(world, template),
]

const administratorRoutes = (world: World): Route[] => [
  route(
    endpoints.getMemberCertificates,
    only('admin'),
    {
      summary: 'Certificates of a member',
      answer: certificatesAnswer,
      record: memberRecord(world),
    },
    ({ record }) => readMemberCertificates(world, record),
  ),
  route(
    endpoints.postCertificatesPreview,
    only('admin'),
    {
      summary: 'Whom a print of selected members includes',
      body: certificatesPreview,
      answer: certificatesPreviewAnswer,
    },
    ({ body }) => previewPrint(world, body),
  ),
  route(
    endpoints.postCertificates,
    only('admin'),
    {
      summary: 'Issue certificates to selected members',
      body: certificatesRequest,
      answer: bulkAnswer,
    },
    ({ caller, body }) => issueCertificates(world, caller, body),
  ),
  route(
    endpoints.postRevocation,
    only('admin'),
    {
      summary: 'Revoke a certificate',
      body: revocation,
      answer: revokedAnswer,
      notFound: noSuchCertificate().message,
    },
    ({ caller, params, body: { reason } }) => revokeCertificate(world, caller, params.id, reason),
  ),
]

const printRoutes = (world: World, template: CurrentTemplate): Route[] => [
  route(
    endpoints.postPrint,
    only('admin'),
    { summary: 'Certificates, cards or labels of selected members as a PDF', body: printRequest },
    async ({ c, caller, body }) => {
      const file = `${fileNames[body.document]}-${isoDay(world.now())}.pdf`
      return sendPdf(c, file, await printSelection(world, template(), caller, { ...body, file }))
    },
  ),
  route(
    endpoints.postSample,
    only('admin'),
    { summary: 'A certificate or card with example values as a PDF', body: sampleRequest },
    async ({ c, caller, body }) => {
      const bytes = await samplePdf(world, body.template, caller, body)
      return sendPdf(c, `sample-${body.document}.pdf`, bytes)
    },
  ),
]

const fileNames: Record<PrintedDocument, string> = {
  certificate: 'certificates',
  card: 'membership-cards',
  'card-sheet': 'membership-cards',
  'labels-24': 'address-labels',
  'labels-14': 'address-labels',
}
