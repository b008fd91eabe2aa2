import type { MemberRole, Role } from '#shared/roles.ts'

export const memberTypeLabels: Record<MemberRole, string> = { oem: 'OEM Member', vendor: 'Vendor' }

export const roleLabels: Record<Role, string> = { admin: 'Administrator', ...memberTypeLabels }

/** Short labels for badges in the lists that administrators see. */
export const shortRoleLabels: Record<Role, string> = { ...roleLabels, oem: 'OEM' }
