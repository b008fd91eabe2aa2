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
