import type { bulkAnswer } from '#features/members/bulk.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  certificatesAnswer,
  certificatesPreviewAnswer,
  ownCertificateAnswer,
  revokedAnswer,
  verifyAnswer,
} from './answers.ts'
import type {
  certificatesPreview,
  certificatesRequest,
  ownDocumentRequest,
  printRequest,
  revocation,
  sampleRequest,
} from './contract.ts'

const stale = ['certificates', 'history']

/** What a certificate is worth now; public. */
export const getVerification = endpoint<{ answer: typeof verifyAnswer }>()('GET /api/verify/:code')

export const getOwnCertificate = endpoint<{ answer: typeof ownCertificateAnswer }>()(
  'GET /api/certificate',
  { tags: ['certificates'] },
)

/** The member's certificate or card as a PDF; the first download issues the certificate. */
export const postOwnDocument = endpoint<{ body: typeof ownDocumentRequest }>()(
  'POST /api/certificate/document',
  { stale },
)

export const getMemberCertificates = endpoint<{ answer: typeof certificatesAnswer }>()(
  'GET /api/admin/members/:id/certificates',
  { tags: ['certificates'] },
)

export const postCertificatesPreview = endpoint<{
  body: typeof certificatesPreview
  answer: typeof certificatesPreviewAnswer
}>()('POST /api/admin/certificates/preview')

export const postCertificates = endpoint<{
  body: typeof certificatesRequest
  answer: typeof bulkAnswer
}>()('POST /api/admin/certificates', { stale })

/** A PDF. */
export const postPrint = endpoint<{ body: typeof printRequest }>()(
  'POST /api/admin/certificates/print',
)

/** A PDF with example values. */
export const postSample = endpoint<{ body: typeof sampleRequest }>()(
  'POST /api/admin/certificates/sample',
)

export const postRevocation = endpoint<{ body: typeof revocation; answer: typeof revokedAnswer }>()(
  'POST /api/admin/certificates/:id/revoke',
  { stale },
)
