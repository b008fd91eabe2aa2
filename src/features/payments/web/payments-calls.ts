import { type InfiniteList, infiniteList } from '#platform/web/table/infinite-list.ts'
import { addDays } from '#shared/dates.ts'
import { type ListedPayment, type PaymentMode, paymentModes } from '../contract.ts'
import { financialYearFrom } from '../rules.ts'

export type PaymentsList = InfiniteList<ListedPayment>

/** A month (yyyy-MM) or a financial year, and by which mode: null by none, undefined by any. */
export interface PaymentsFilter {
  /** yyyy-MM; undefined: the whole year. */
  month: string | undefined
  /** The calendar year in which the financial year begins. */
  year: number
  mode: PaymentMode | null | undefined
}

/** '2025-06', '2025.Cash', '2025-06.none' as the address has it; undefined for anything else. */
export function parsePaymentsFilter(words: string | null): PaymentsFilter | undefined {
  const [, period = '', named] = words?.match(/^(\d{4}(?:-(?:0[1-9]|1[0-2]))?)(?:\.(\w+))?$/) ?? []
  const mode = named === 'none' ? null : paymentModes.find((one) => one === named)
  if (period === '' || (named !== undefined && mode === undefined)) return undefined
  return {
    month: period.length > 4 ? period : undefined,
    year: Number(period.slice(0, 4)),
    mode,
  }
}

/** The payments that stand, newest first. */
export function paymentsList({ month, year, mode }: PaymentsFilter) {
  const { from, to } = month ? daysOf(month) : financialYearFrom(year)
  const filters = { from, to, mode: mode === null ? 'none' : mode }
  return infiniteList<ListedPayment>({
    path: '/api/admin/payments',
    key: ['/api/admin/stats', 'payments', filters],
    filters,
    limit: 100,
  })
}

function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}
