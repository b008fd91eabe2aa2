import type { Material } from '#features/members/materials.ts'
import type { PaymentMode } from '#features/payments/contract.ts'
import type { MemberRole } from '#shared/roles.ts'

const tabs: Record<MemberRole, string> = { oem: 'oem-members', vendor: 'vendors' }

/** The list of the active members of a type, or of both on the All Members page, so filtered. */
function membersPath(type: MemberRole | 'both', filters: Record<string, string>): string {
  if (type !== 'both') return `/admin?${new URLSearchParams({ tab: tabs[type], ...filters })}`
  return `/admin/members?${new URLSearchParams({ active: 'true', ...filters })}`
}

/** Those who had joined by a day; everybody when it is null. */
export const joinedPath = (type: MemberRole | 'both', to: string | null): string =>
  membersPath(type, to === null ? {} : { joined_to: to })

/** Those whose membership ends from one day to another. */
export const endingPath = (type: MemberRole | 'both', week: { from: string; to: string }): string =>
  membersPath(type, { ends_from: week.from, ends_to: week.to })

/** The vendors who offer a material. */
export const offeredPath = (material: Material): string => membersPath('vendor', { material })

/**
 * The payments of a month (yyyy-MM) or a financial year (yyyy), by a mode (null: by none that is
 * named) or by any, over the dashboard as it is now (`search` of its address).
 */
export function paymentsPath(search: string, period: string, mode?: PaymentMode | null): string {
  const params = new URLSearchParams(search)
  params.set('payments', mode === undefined ? period : `${period}.${mode ?? 'none'}`)
  return `/admin?${params}`
}
