// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { paymentEntry as payment } from '#test/support/page/payment-entry.ts'
import type { LedgerEntry } from '../../answers.ts'
import { MemberPayments } from './MemberPayments.tsx'

const charge: LedgerEntry = { ...payment, id: 'c', kind: 'charge', amount_paise: -5000_00 }

test('the history says on which day money came, and when it was recorded', async () => {
  await startApi(({ url }) =>
    url === '/api/admin/members/m/payments'
      ? { body: [payment, { ...charge, item: 'dues', year: '2026-27', mode: null }] }
      : { status: 404, body: '' },
  )
  const member = { id: 'm', payment_status: true, payment_amount: null } as Member
  renderPage(
    <MemberPayments member={member} onReverse={() => undefined} onCorrect={() => undefined} />,
  )
  const history = await screen.findByRole('list', { name: 'Payment history' })
  const [paid, charged] = within(history)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(paid).toMatch(/^Paid on 02\/06\/2026Recorded 20\/11\/2026, 10:30/)
  expect(charged).toMatch(/^Recorded 20\/11\/2026, 10:30/)
})

test('a reversed receipt says so; its PDF stays, and it is not emailed', async () => {
  const receipt: LedgerEntry = { ...payment, receipt_number: 'R2026-27/0005', mode: 'Cash' }
  const reversal: LedgerEntry = {
    ...payment,
    id: 'r',
    kind: 'reversal',
    reverses_id: 'p',
    void_reason: 'wrong member',
    amount_paise: -5000_00,
    receipt_number: 'R2026-27/C0001',
  }
  const other: LedgerEntry = { ...payment, id: 'o', receipt_number: 'R2026-27/0006' }
  const api = await startApi(({ url }) =>
    url === '/api/admin/members/m/payments'
      ? { body: [other, reversal, receipt] }
      : { status: 404, body: '' },
  )
  const member = { id: 'm', payment_status: true, payment_amount: null } as Member
  renderPage(
    <MemberPayments member={member} onReverse={() => undefined} onCorrect={() => undefined} />,
  )
  const history = await screen.findByRole('list', { name: 'Payment history' })
  const [active, voiding, voided] = within(history).getAllByRole('listitem')
  expect(within(voided as HTMLElement).getByText('Reversed')).toBeDefined()
  expect(
    within(voided as HTMLElement)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['PDF of receipt R2026-27/0005'])
  for (const entry of [active, voiding]) {
    expect(within(entry as HTMLElement).queryByText('Reversed')).toBeNull()
    expect(
      within(entry as HTMLElement).getByRole('button', { name: /^Email receipt/ }),
    ).toBeDefined()
  }
  await api.close()
})
