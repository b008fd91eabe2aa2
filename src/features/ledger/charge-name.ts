/** Separate from contract.ts, so that lists need not load its schemas. */
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

/** The name of the charge that passes the bank's fee for a returned payment on to the member. */
export const bankFeeLabel = 'Bank fee'
