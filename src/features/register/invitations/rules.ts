import type { Instant } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { isMemberRole, type Role } from '#shared/roles.ts'

/** Why a selected person gets no invitation. */
export const leftOutReasons = [
  'no_email',
  'inactive',
  'not_a_member',
  'signed_in',
  'invited_today',
  'invited_recently',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The minimum time between two invitations of one person. */
export const minInterval = days(1)
const recentInterval = days(7)

interface Invitee {
  email: string
  role: Role | null
  is_active: boolean
  last_sign_in_at: Instant | null
  invited_at: Instant | null
}

/** Why a member is left out; undefined for a recipient. */
export function reasonForNoInvitation(
  { email, role, is_active, last_sign_in_at, invited_at }: Invitee,
  includesRecent: boolean,
  now: Date,
): LeftOutReason | undefined {
  const isInvitedSince = (interval: number) =>
    invited_at !== null && now.getTime() - Date.parse(invited_at) < interval
  if (!isMemberRole(role)) return 'not_a_member'
  if (!is_active) return 'inactive'
  if (email === '') return 'no_email'
  if (last_sign_in_at !== null) return 'signed_in'
  if (isInvitedSince(minInterval)) return 'invited_today'
  if (!includesRecent && isInvitedSince(recentInterval)) return 'invited_recently'
  return undefined
}
