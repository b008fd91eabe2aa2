/** Whether a certificate is valid at a moment, and who can get one. */

import { isPaidUntil } from '#features/members/dues-status.ts'
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import { isMemberRole, notAMember, type Role } from '#shared/roles.ts'

export const certificateStatuses = ['valid', 'expired', 'revoked'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

interface Membership {
  role: Role | null
  is_active: boolean
  /** The last day that the member's payments pay for; '' for none. */
  paid_until: Day | ''
}

/** Active, and paid for today or longer; the last day counts to its end in India. */
export const isMembershipValid = (
  { role, is_active, paid_until }: Membership,
  now: Date,
): boolean => isMemberRole(role) && is_active && isPaidUntil({ paid_until }, isoDay(now))

/** The status of a certificate on the public page at a moment. */
export function certificateStatus(
  certificate: { revoked_at: Instant | null },
  membership: Membership,
  now: Date,
): CertificateStatus {
  if (certificate.revoked_at !== null) return 'revoked'
  return isMembershipValid(membership, now) ? 'valid' : 'expired'
}

/** Why a person gets no certificate; undefined when they do. */
export function reasonForNoCertificate(person: Membership, now: Date): string | undefined {
  if (!isMemberRole(person.role)) return notAMember
  if (!person.is_active) return 'Inactive'
  return isMembershipValid(person, now) ? undefined : 'Membership is not valid today'
}

/** 'C2026-27/0001': certificates are numbered within a financial year. */
export const certificateNumber = (year: string, serial: number): string =>
  `C${year}/${String(serial).padStart(4, '0')}`
