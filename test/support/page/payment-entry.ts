import type { LedgerEntry } from '#features/ledger/answers.ts'

/** A payment of a member's account as the administrators' screens read it. */
export const paymentEntry: LedgerEntry = {
  id: 'p',
  kind: 'payment',
  receipt_number: null,
  amount_paise: 5000_00,
  mode: 'Bank',
  reference: '',
  reverses_id: null,
  void_reason: null,
  on_account: true,
  year: null,
  item: null,
  due_on: null,
  grace_until: null,
  run_id: null,
  recorded_by: null,
  valid_from: null,
  valid_to: null,
  paid_at: '2026-06-02T06:00:00.000Z',
  recorded_at: '2026-11-20T05:00:00.000Z',
}
