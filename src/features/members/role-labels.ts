import type { MemberRole, Role } from '#shared/roles.ts'

export const memberTypeLabels: Record<MemberRole, string> = { oem: 'OEM Member', vendor: 'Vendor' }

export const roleLabels: Record<Role, string> = { admin: 'Administrator', ...memberTypeLabels }

/** For badges in the lists of administrators. */
export const shortRoleLabels: Record<Role, string> = { ...roleLabels, oem: 'OEM' }
