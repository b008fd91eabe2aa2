/** The roles; a job seeker has none (contract 1.2). */
export const memberRoles = ['oem', 'vendor'] as const
export const roles = ['admin', ...memberRoles] as const

export type MemberRole = (typeof memberRoles)[number]
export type Role = (typeof roles)[number]

/** True for the roles of members of the association. */
export const isMemberRole = (role: Role | null | undefined): role is MemberRole =>
  role === 'oem' || role === 'vendor'

/** Why an action leaves out a person without such a role. */
export const notAMember = 'Not a member'

/** The screen after signing in (contract 2.1). */
export function homePath(role: Role | null | undefined): string {
  if (role === 'admin') return '/admin'
  if (isMemberRole(role)) return `/${role}/members`
  return '/jobs'
}
