/** The ledgers of Tally to which the portal's papers go: settings, each empty for the name that is shown here. */
import { keysOf } from '../records.ts'

export const tallyLedgers = {
  tally_bank: { label: 'Bank transfers, UPI and cheques', name: 'Bank' },
  tally_cash: { label: 'Cash', name: 'Cash' },
  tally_no_mode: { label: 'Payments without a mode', name: 'Mode not recorded' },
  tally_members: { label: 'Members who get tax invoices', name: 'Members' },
  tally_dues: { label: 'Membership fees', name: 'Membership Fees' },
  tally_joining_fee: { label: 'Joining fees', name: 'Joining Fees' },
  tally_other: { label: 'Other charges', name: 'Other Receipts' },
  tally_waived: { label: 'Waived charges that have a tax invoice', name: 'Dues Waived' },
  tally_advance: { label: 'Advances of members', name: 'Advances from Members' },
  tally_tds: { label: 'Tax deducted at source (TDS)', name: 'TDS Receivable' },
  tally_cgst: { label: 'CGST', name: 'CGST' },
  tally_sgst: { label: 'SGST or UTGST', name: 'SGST' },
  tally_igst: { label: 'IGST', name: 'IGST' },
} as const

export type TallyLedger = keyof typeof tallyLedgers
export type TallyLedgerNames = Record<TallyLedger, string>

export const tallyLedgerKeys = keysOf(tallyLedgers)

/** A value for each of these settings. */
export const forTallyLedgers = <Value>(
  make: (key: TallyLedger) => Value,
): Record<TallyLedger, Value> =>
  Object.fromEntries(tallyLedgerKeys.map((key) => [key, make(key)])) as Record<TallyLedger, Value>
