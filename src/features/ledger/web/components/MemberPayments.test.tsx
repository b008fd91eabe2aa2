// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { paymentEntry as payment } from '#test/support/page/payment-entry.ts'
import type { LedgerEntry } from '../../answers.ts'
import { MemberPayments } from './MemberPayments.tsx'

const renderPayments = () =>
  renderPage(
    <MemberPayments member={{ id: 'm' }} onReverse={() => undefined} onCorrect={() => undefined} />,
  )

const charge: LedgerEntry = { ...payment, id: 'c', kind: 'charge', amount_paise: -5000_00 }

test('the history says on which day money came, and when it was recorded', async () => {
  await startApi(({ url }) =>
    url === '/api/admin/members/m/payments'
      ? { body: [payment, { ...charge, item: 'dues', year: '2026-27', mode: null }] }
      : { status: 404, body: '' },
  )
  renderPayments()
  const history = await screen.findByRole('list', { name: 'Payment history' })
  const [paid, charged] = within(history)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(paid).toMatch(/^Payment₹5,00002\/06\/2026 · Bank Transfer.*Recorded 20\/11\/2026, 10:30$/)
  expect(charged).toMatch(/^Dues 2026-27 charged₹5,00020\/11\/2026.*Recorded 20\/11\/2026, 10:30$/)
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
  renderPayments()
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
    await userEvent.click(
      within(entry as HTMLElement).getByRole('button', { name: /^More actions for receipt/ }),
    )
    expect(await screen.findByRole('menuitem', { name: /^Email receipt/ })).toBeDefined()
    await userEvent.keyboard('{Escape}')
  }
  await api.close()
})

test.each([
  ['Cheque', ['Cheque returned', 'Reverse']],
  ['Bank', ['Reverse']],
] as const)('the menu of a payment by %s has %j', async (mode, expected) => {
  const entry: LedgerEntry = { ...payment, mode }
  await startApi(({ url }) =>
    url === '/api/admin/members/m/payments' ? { body: [entry] } : { status: 404, body: '' },
  )
  const chosen: unknown[] = []
  renderPage(
    <MemberPayments
      member={{ id: 'm' }}
      onReverse={(...args) => chosen.push(args)}
      onCorrect={() => undefined}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^More actions/ }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent).filter((text) => text !== 'Correct')).toEqual(
    expected,
  )
  await userEvent.click(items.find(({ textContent }) => textContent === expected[0]) as HTMLElement)
  expect(chosen).toEqual([mode === 'Cheque' ? [entry, 'bounced'] : [entry]])
})
