import type { Verification } from './answers.ts'

/** The texts of the public page of a certificate for each status. */
export const statusTexts: Record<Verification['status'], { title: string; text: string }> = {
  valid: { title: 'Valid', text: 'This membership is valid today.' },
  expired: {
    title: 'Expired',
    text: 'This certificate is genuine, but the membership is not valid today.',
  },
  revoked: {
    title: 'Revoked',
    text: 'The association has revoked this certificate. It is no longer valid.',
  },
  unknown: {
    title: 'Unknown',
    text: 'There is no certificate with this code. Check the address on the certificate.',
  },
}
