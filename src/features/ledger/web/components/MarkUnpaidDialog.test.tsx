// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { renderPage, startApi } from '#test/support/page.tsx'
import type { LedgerEntry, MarkPreview } from '../../answers.ts'
import { MarkUnpaidDialog } from './MarkUnpaidDialog.tsx'

const paid_at = '2026-06-02T06:00:00.000Z'
const payment = (number: string): LedgerEntry => ({
  id: number,
  kind: 'payment',
  receipt_number: number,
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
  paid_at,
  recorded_at: paid_at,
})

const preview: MarkPreview = {
  settles: [],
  remaining_paise: 0,
  credit_paise: 0,
  replaces: [{ id: 'R2', receipt_number: 'R2', amount_paise: 5000_00 }],
}

test('the dialog names the other payment of the same time, and not the one that ends', async () => {
  const reversal = { ...payment('C3'), kind: 'reversal', reverses_id: 'R3' } as const
  const api = await startApi(({ method }) => ({
    body: method === 'GET' ? [reversal, payment('R3'), payment('R2'), payment('R1')] : preview,
  }))
  const member = { id: 'm', payment_status: true, payment_date: paid_at } as Member
  renderPage(<MarkUnpaidDialog member={member} onClose={() => undefined} />)
  await screen.findByText(
    'Receipt R1 of ₹5,000 is not removed, but the member is PENDING until the next payment.',
  )
  await api.close()
})
