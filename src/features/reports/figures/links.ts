import type { PaymentMode } from '#features/ledger/payment-modes.ts'
import type { Material } from '#features/members/materials.ts'
import type { Day, Period } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'

const tabs: Record<MemberRole, string> = { oem: 'oem-members', vendor: 'vendors' }

/** The filtered list of active members: of one type on its tab, of both on the All Members page. */
function membersPath(type: MemberRole | 'both', filters: Record<string, string>): string {
  if (type !== 'both') return `/admin?${new URLSearchParams({ tab: tabs[type], ...filters })}`
  return `/admin/members?${new URLSearchParams({ active: 'true', ...filters })}`
}

/** The link to the members who joined by a day (yyyy-MM-dd); null: to all members. */
export const joinedPath = (type: MemberRole | 'both', to: Day | null): string =>
  membersPath(type, to === null ? {} : { joined_to: to })

/** The link to the members whose membership ends within a week. */
export const endingPath = (type: MemberRole | 'both', week: Period): string =>
  membersPath(type, { ends_from: week.from, ends_to: week.to })

/** The link to the vendors who offer a material. */
export const offeredPath = (material: Material): string => membersPath('vendor', { material })

/**
 * The payments of a month (yyyy-MM) or a financial year (yyyy) by one mode (null: without a mode) or
 * by any, opened over the dashboard; `search` is the current query string.
 */
export function paymentsPath(search: string, period: string, mode?: PaymentMode | null): string {
  const params = new URLSearchParams(search)
  params.set('payments', mode === undefined ? period : `${period}.${mode ?? 'none'}`)
  return `/admin?${params}`
}
