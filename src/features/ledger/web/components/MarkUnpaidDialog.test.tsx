// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { paymentEntry } from '#test/support/page/payment-entry.ts'
import type { LedgerEntry, MarkPreview } from '../../answers.ts'
import { MarkUnpaidDialog } from './MarkUnpaidDialog.tsx'

const payment = (number: string): LedgerEntry => ({
  ...paymentEntry,
  id: number,
  receipt_number: number,
  recorded_at: paymentEntry.paid_at,
})

const preview: MarkPreview = {
  settles: [],
  remaining_paise: 0,
  credit_paise: 0,
  replaces: [{ id: 'R2', receipt_number: 'R2', amount_paise: 5000_00 }],
}

test('the dialog names the other payment of the same time, and not the one that ends', async () => {
  const reversal = { ...payment('C3'), kind: 'reversal', reverses_id: 'R3' } as const
  await startApi(({ method }) => ({
    body: method === 'GET' ? [reversal, payment('R3'), payment('R2'), payment('R1')] : preview,
  }))
  const member = { id: 'm', payment_status: true, payment_date: paymentEntry.paid_at } as Member
  renderPage(<MarkUnpaidDialog member={member} onClose={() => undefined} />)
  await screen.findByText(
    'Receipt R1 of ₹5,000 is not removed, but the member is PENDING until the next payment.',
  )
})
