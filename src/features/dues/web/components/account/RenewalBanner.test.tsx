// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { queryClient } from '#platform/web/api/query-client.ts'
import { removeLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { OwnRenewal } from '../../../notices/answers.ts'
import { ownRenewal } from '../../notices/calls.ts'
import { RenewalBanner } from './RenewalBanner.tsx'

const bank = {
  account_name: 'Panel Makers Association',
  bank_name: 'Example Bank',
  account_number: '000123456789',
  ifsc: 'EXAM0000123',
}
const ending: OwnRenewal = {
  ends_on: '2026-03-31',
  owed_paise: 0,
  owed_name: '',
  token: null,
  upi_id: 'pma@examplebank',
  bank,
  office_email: 'office@panel.example',
}

const owing = { owed_paise: 5000_00, owed_name: 'Dues 2026-27', token: 'id.secret' }

let answer: OwnRenewal | null
let calls: number
let reports: object[]

beforeEach(async () => {
  removeLocalItem('renewal-banner-closed')
  answer = ending
  calls = 0
  reports = []
  await startApi(({ url }) => {
    if (url === '/api/dues/mine') return { body: { token: 'id.secret', notice: { reports } } }
    calls += 1
    return { body: answer }
  })
})

const title = 'Your membership ends on 31 March 2026'

describe('the banner before the end of a membership', () => {
  test('says how to pay without a notice, and stays closed for the day', async () => {
    const page = renderPage(<RenewalBanner />)
    await screen.findByText(title)
    screen.getByText('Renew it by UPI to pma@examplebank.')
    screen.getByText(
      'Renew it by bank transfer to Panel Makers Association, account 000123456789, IFSC EXAM0000123.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(title)).toBeNull()
    page.unmount()
    const again = renderPage(<RenewalBanner />)
    await waitFor(() => expect(calls).toBeGreaterThan(0))
    expect(screen.queryByText(title)).toBeNull()
    again.unmount()
    writeLocalItem('renewal-banner-closed', '2020-01-01')
    renderPage(<RenewalBanner />)
    await screen.findByText(title)
  })

  test('leads to the notice of a member who owes dues', async () => {
    answer = { ...ending, ...owing }
    renderPage(<RenewalBanner />)
    const link = await screen.findByRole('link', { name: 'View and pay' })
    expect(link.getAttribute('href')).toBe('/dues#token=id.secret')
    screen.getByText('You owe ₹5,000: Dues 2026-27.')
    expect(screen.queryByText(/by UPI/)).toBeNull()
  })

  test('asks nobody to pay again who has reported a payment', async () => {
    answer = { ...ending, ...owing }
    const at = '2026-03-20T09:00:00.000Z'
    reports = [{ amount_paise: 5000_00, reported_at: at, outcome: null }]
    renderPage(<RenewalBanner />)
    await screen.findByText(
      'You reported a payment of ₹5,000 on 20 March 2026. The office is checking it.',
    )
    screen.getByRole('link', { name: 'View' })
    expect(screen.queryByText(/You owe/)).toBeNull()
  })

  test.each(['/profile', '/oem/members', '/oem/profile', '/vendor/members', '/vendor/profile'])(
    'is absent from %s of a member who owes dues, which says so itself',
    async (path) => {
      window.history.replaceState({}, '', path)
      onTestFinished(() => window.history.replaceState({}, '', '/'))
      answer = { ...ending, owed_paise: 5000_00, token: 'id.secret' }
      const { container } = renderPage(<RenewalBanner />)
      await waitFor(() => expect(queryClient.getQueryData(ownRenewal.queryKey)).toBeDefined())
      expect(container.textContent).toBe('')
    },
  )

  test('names the office when no way to pay is set', async () => {
    answer = { ...ending, upi_id: '', bank: null }
    renderPage(<RenewalBanner />)
    await screen.findByText('Please ask the association how to renew it: office@panel.example')
  })

  test('is absent at other times', async () => {
    answer = null
    const { container } = renderPage(<RenewalBanner />)
    await waitFor(() => expect(calls).toBe(1))
    expect(container.textContent).toBe('')
  })
})
