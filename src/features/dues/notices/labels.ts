import type { ChargeItem } from '#features/ledger/contract.ts'

/** Texts of a notice's page, with and without script. */
export const itemLabels: Record<ChargeItem, string> = {
  dues: 'Membership dues',
  'joining fee': 'Joining fee',
  arrears: 'Arrears brought forward',
  'refund to return': 'Refund to return',
  other: 'Other charge',
}

export const reportStates = {
  open: 'Reported, not confirmed yet',
  confirmed: 'Confirmed',
  rejected: 'Not found',
} as const
