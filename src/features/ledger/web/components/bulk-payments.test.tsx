// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { BulkOutcome as Outcome } from '../../answers.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import { BulkPaymentsDialog } from './BulkPaymentsDialog.tsx'

const click = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

const nothing: Outcome = {
  unchanged: 0,
  settled: 0,
  owing: { members: 0, paise: 0 },
  credit: { members: 0, paise: 0 },
  replaces: { payments: 0, paise: 0, receipts: 0, first: [] },
}
const asha = { id: 'm', name: 'Asha', company_name: 'Teak & Co', membership_number: 'OEM2024001' }

test.each<[Partial<Outcome>, string[]]>([
  [{ settled: 1 }, ['Nothing will be owed', 'For 1 member, the payment settles a charge in full.']],
  [
    { settled: 3, owing: { members: 1, paise: 2000_00 } },
    ['₹2,000 will still be owed', '1 member will still owe something.'],
  ],
  [
    { credit: { members: 2, paise: 500_00 } },
    ['2 members will have ₹500 in all as credit for the next dues.'],
  ],
  [
    {
      replaces: {
        payments: 101,
        paise: 101_000_00,
        receipts: 100,
        first: [{ ...asha, receipt_number: 'R2026-27/0001', amount_paise: 1000_00 }],
      },
    },
    [
      '101 payments of ₹1,01,000 in all are replaced.',
      '100 receipts become void.',
      'Asha, R2026-27/0001, ₹1,000',
      'and 100 more',
    ],
  ],
  [{ unchanged: 1 }, ['1 member has this payment already. Nothing changes for them.']],
])('a bulk payment with %j says so', (outcome, texts) => {
  const { container } = renderPage(<BulkOutcome outcome={{ ...nothing, ...outcome }} />)
  for (const text of texts) expect(container.textContent).toContain(text)
})

const batch = {
  id: 'b1',
  recorded_at: '2026-11-20T09:00:00.000Z',
  recorded_by: 'Meera',
  members: 3,
  active: 2,
  amount_paise: 5000_00,
  mode: 'Bank',
  reference: 'UTR 1',
  valid_from: '2026-04-01',
  valid_to: '2027-03-31',
  undone_at: '2026-11-21T09:00:00.000Z',
  undone_by: 'Asha Patil',
}
const preview = {
  members: 2,
  paise: 10_000_00,
  receipts: 2,
  restored: 1,
  left_out: [{ reason: 'Reversed since', count: 1, members: [asha] }],
}

test('bulk payments can be loaded again, and name who is left out and who could not be undone', async () => {
  let answer: { status?: number; body: unknown } = { status: 500, body: 'Something went wrong' }
  const failures = [{ ...asha, message: 'Another one for its days was recorded since' }]
  const api = await startApi(({ method, url }) => {
    if (method === 'GET' && url?.endsWith('/bulk/payments')) return answer
    if (url?.endsWith('/undo/preview')) return { body: preview }
    if (url?.endsWith('/undo')) return { body: { changed: 1, failures } }
    return { body: null }
  })
  renderPage(<BulkPaymentsDialog onClose={() => {}} />)
  await screen.findByText("Couldn't load the bulk payments")
  answer = { body: [batch] }
  await click('Try again')
  expect(await screen.findByText('3 members, ₹5,000 each, UTR 1')).toBeDefined()
  expect(screen.getByText('2 of 3 still count')).toBeDefined()
  expect(screen.getByText('by Asha Patil')).toBeDefined()
  await click(/^Undo/)
  expect(await screen.findByText('2 payments of ₹10,000 in all no longer count.')).toBeDefined()
  expect(
    screen.getByText('1 payment that was replaced counts again, with a new receipt.'),
  ).toBeDefined()
  expect(screen.getByText('Left out: Reversed since (1)')).toBeDefined()
  await click('Undo payments')
  await waitFor(() => expect(api.requests).toContain('POST /api/admin/bulk/payments/b1/undo'))
  expect(await screen.findByText('Another one for its days was recorded since')).toBeDefined()
})
