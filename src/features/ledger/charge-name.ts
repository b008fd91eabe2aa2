/** Apart from the schemas of contract.ts, which a list does not load. */
import type { ChargeItem } from './contract.ts'

const chargeItemLabels: Record<ChargeItem, string> = {
  dues: 'Dues',
  'joining fee': 'Joining fee',
  arrears: 'Arrears brought forward',
  'refund to return': 'Refund to return',
  other: 'Other charge',
}

/** 'Dues 2026-27'; of another charge its own name, like 'Bank fee'. */
export const chargeName = ({
  item,
  year,
  label,
}: {
  item: ChargeItem
  year: string | null
  label: string
}): string => (item === 'other' && label) || `${chargeItemLabels[item]} ${year ?? ''}`.trimEnd()

/** What the charge is called that passes on the fee of the bank for a returned payment. */
export const bankFeeLabel = 'Bank fee'
