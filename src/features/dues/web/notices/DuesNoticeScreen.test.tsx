// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#platform/web/api/query-client.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { Notice } from '../../notices/answers.ts'
import { ownNotice } from './calls.ts'
import { DuesNoticeScreen } from './DuesNoticeScreen.tsx'

const notice: Notice = {
  reference: 'DN2627K7Q4XMWP',
  year: '2026-27',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2025001',
  language: 'en',
  charges: [
    {
      item: 'dues',
      label: '',
      year: '2026-27',
      amount_paise: 5000_00,
      open_paise: 4000_00,
      due_on: '2020-06-30',
      valid_from: '2026-04-01',
      valid_to: '2027-03-31',
    },
  ],
  owed_paise: 4000_00,
  credit_paise: 0,
  upi: { link: 'upi://pay?pa=pma@bank&am=4000.00', vpa: 'pma@bank', payee_name: 'PMA' },
  bank: { account_name: 'PMA', bank_name: 'Bank', account_number: '000123', ifsc: 'EXAM0000123' },
  association: { name: 'PMA', address: '', pan: 'AAATF0000K', gstin: '', email: '', website: '' },
  reports: [],
}

let api: Awaited<ReturnType<typeof startApi>>
let current: Notice
let sent: string[]
let refusal: { status: number; headers: Record<string, string>; body: string } | undefined

beforeEach(async () => {
  current = notice
  sent = []
  refusal = undefined
  sessionStorage.clear()
  api = await startApi(({ url }, body) => {
    sent.push(body)
    if (url?.startsWith('/api/dues/notice/report')) return refusal ?? { body: current }
    return { body: current }
  })
  window.location.hash = '#token=secret'
})

test('shows what is owed and how to pay, and takes the token out of the address', async () => {
  renderPage(<DuesNoticeScreen />)
  expect(await screen.findByText('Was due 30 June 2020')).toBeDefined()
  expect(screen.getAllByText('₹4,000')).toHaveLength(2)
  expect(screen.getByText('of ₹5,000')).toBeDefined()
  expect(screen.getByRole('img', { name: 'QR code to pay ₹4,000 by UPI' })).toBeDefined()
  for (const label of ['UPI ID', 'Account number', 'IFSC', 'Reference to quote'])
    expect(screen.getByRole('button', { name: `Copy ${label}` })).toBeDefined()
  expect(screen.getByText('PAN AAATF0000K')).toBeDefined()
  expect(window.location.hash).toBe('')
  expect(sent).toEqual(['{"token":"secret"}'])
})

const reported: Notice['reports'][number] = {
  id: 'r',
  reference: '412356789012',
  amount_paise: 4000_00,
  paid_on: '2026-05-01',
  reported_at: '2026-05-01T09:00:00.000Z',
  outcome: null,
  reason: '',
}

test.each([
  [[], 'Your dues are paid. Thank you.'],
  [[{ ...reported, outcome: 'confirmed' as const }], 'Your dues are paid. Thank you.'],
  [[reported], 'Your dues are paid; the office is still checking the ₹4,000 that you reported.'],
])('dues that are paid, with reports %o', async (reports, text) => {
  current = { ...notice, owed_paise: 0, charges: [], upi: null, reports }
  renderPage(<DuesNoticeScreen />)
  expect(await screen.findByText(text)).toBeDefined()
})

test('says when nothing is owed', async () => {
  current = { ...notice, owed_paise: 0, credit_paise: 100_00, charges: [], upi: null }
  renderPage(<DuesNoticeScreen />)
  expect(await screen.findByText('Nothing to pay')).toBeDefined()
  expect(screen.getByText(/You have a credit of ₹100/)).toBeDefined()
  expect(screen.queryByText('I have paid')).toBeNull()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('reports a payment, which is shown as reported', async () => {
  renderPage(<DuesNoticeScreen />)
  await userEvent.click(await screen.findByText('I have paid'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'I have paid' }))
  await userEvent.click(screen.getByText('Report payment'))
  expect(await screen.findByText('Please enter the UTR or reference number')).toBeDefined()
  await userEvent.type(screen.getByLabelText('UTR or reference number'), '412356789012')
  expect(screen.getByLabelText<HTMLInputElement>('Amount (₹)').value).toBe('4000')

  const text = 'This day is in the future'
  refusal = { status: 400, headers: { 'Error-Field': 'paid_on' }, body: text }
  await userEvent.click(screen.getByText('Report payment'))
  expect(await screen.findByText(text)).toBeDefined()

  refusal = undefined
  current = { ...notice, reports: [reported] }
  // What the member sees above the directory, loaded before the report.
  const own = queryClient.getQueryCache().build(queryClient, {
    queryKey: ownNotice.queryKey,
    meta: { tags: ['own-notice'] },
    initialData: null,
  })
  await userEvent.click(screen.getByText('Report payment'))
  expect(await screen.findByText('Reported, not confirmed yet')).toBeDefined()
  expect(own.state.isInvalidated).toBe(true)
  expect(screen.getByText('Total')).toBeDefined()
  // It is also said at the top, so that nobody pays twice, and the focus is where the form was.
  screen.getByText('You reported a payment of ₹4,000 on 1 May 2026. The office is checking it.')
  screen.getByText('Report another payment')
  expect(document.activeElement).toBe(screen.getByText('Payments you reported'))
  expect(api.requests.filter((request) => request.endsWith('/report'))).toHaveLength(2)
})

test('a report that is not decided can be withdrawn', async () => {
  current = { ...notice, reports: [reported, { ...reported, id: 's', outcome: 'rejected' }] }
  renderPage(<DuesNoticeScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    dialog.getByText(/The office will not look for ₹4,000 \(412356789012\) any more/),
  ).toBeDefined()
  current = { ...notice, reports: [{ ...reported, outcome: 'withdrawn' }] }
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('Withdrawn')).toBeDefined()
  expect(sent.at(-1)).toBe('{"token":"secret","id":"r"}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})
