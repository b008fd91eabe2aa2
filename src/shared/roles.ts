/** The two kinds of member, and with the administrator the three roles; a job seeker has none. */
export const memberRoles = ['oem', 'vendor'] as const
export const roles = ['admin', ...memberRoles] as const

export type MemberRole = (typeof memberRoles)[number]
export type Role = (typeof roles)[number]

/** True for the roles whose holders are members of the association (rulings: `is_member`). */
export const isMemberRole = (role: Role | null | undefined): role is MemberRole =>
  role === 'oem' || role === 'vendor'

/** Where each kind of person lands after signing in (contract 2, /login). */
export function homePath(role: Role | null | undefined): string {
  if (role === 'admin') return '/admin'
  if (isMemberRole(role)) return `/${role}/members`
  return '/jobs'
}
