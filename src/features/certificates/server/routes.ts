import { bulkAnswer } from '#features/members/bulk.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { anyone, only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import {
  certificatesAnswer,
  certificatesPreviewAnswer,
  ownCertificateAnswer,
  revokedAnswer,
  verifyAnswer,
} from '../answers.ts'
import { certificatesPreview, certificatesRequest, revocation } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { issueCertificates, noSuchCertificate, revokeCertificate } from './issue.ts'
import { certificatesOf, ownCertificate } from './own.ts'
import { previewPrint } from './preview.ts'
import { verify } from './verify.ts'

export const certificateRoutes = (world: World): Route[] => [
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
  ...administratorRoutes(world),
]

const administratorRoutes = (world: World): Route[] => [
  route(
    endpoints.getMemberCertificates,
    only('admin'),
    {
      summary: 'Certificates of a member',
      answer: certificatesAnswer,
      notFound: noSuchMember().message,
    },
    ({ params }) => certificatesOf(world, params.id),
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
