import { z } from 'zod'
import { bulkPreviewAnswer } from '#features/members/bulk.ts'
import { day, moment } from '#shared/fields.ts'
import { certificateStatuses } from './rules.ts'

/** GET /api/verify/{code}: the same fields for every code, empty for an unknown one. */
export const verifyAnswer = z.strictObject({
  status: z.enum([...certificateStatuses, 'unknown']),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string(),
  /** The last day that is paid for while the certificate is valid; else empty. */
  valid_until: z.union([day, z.literal('')]),
})
export type Verification = z.infer<typeof verifyAnswer>

const certificate = z.strictObject({
  id: z.string(),
  number: z.string(),
  code: z.string(),
  status: z.enum(certificateStatuses),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string(),
  issued_at: moment,
  issued_by: z.string().nullable(),
  revoked_at: moment.nullable(),
  revoked_by: z.string().nullable(),
  revoked_reason: z.string().nullable(),
})
export type Certificate = z.infer<typeof certificate>
/** The certificates of a member, newest first. */
export const certificatesAnswer = z.array(certificate)

export const certificatesPreviewAnswer = bulkPreviewAnswer.extend({
  /** How many of the affected members have no certificate yet. */
  missing: z.int().min(0),
})
export type CertificatesPreview = z.infer<typeof certificatesPreviewAnswer>

export const revokedAnswer = z.strictObject({ id: z.string() })

/** GET /api/certificate. */
export const ownCertificateAnswer = z.strictObject({
  /**
   * 'ready': it exists, or the first download creates it; 'not-valid': the membership is not valid
   * today; 'revoked': the association has revoked it.
   */
  status: z.enum(['ready', 'not-valid', 'revoked']),
  number: z.string().nullable(),
  issued_at: moment.nullable(),
  /** yyyy-MM-dd; null while the membership is not valid. */
  valid_until: day.nullable(),
})
export type OwnCertificate = z.infer<typeof ownCertificateAnswer>
