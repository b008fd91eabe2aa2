// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeLocalItem } from '#platform/web/state/web-storage.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { News } from '../answers.ts'
import { MemberStrip } from './MemberStrip.tsx'

const nothing = { count: 0, latest: [] }
const owing = {
  token: 'id.secret',
  notice: {
    year: '2026-27',
    owed_paise: 10_000_00,
    reports: [] as object[],
    charges: [{ item: 'dues', year: '2026-27', due_on: '2099-11-30', open_paise: 10_000_00 }],
  },
}

let news: News
let own: typeof owing | null
let paidUntil: string | null

beforeEach(async () => {
  removeLocalItem('member-news-read')
  own = owing
  paidUntil = null
  news = {
    members: { count: 6, latest: [{ id: 'm1', name: 'Loktak Reed & Cane', city: 'Pune' }] },
    jobs: { count: 1, latest: [{ id: 'j1', title: 'Packing Line Lead', location: 'Pune' }] },
  }
  await startApi(({ url }) => {
    if (url === '/api/certificate') return { body: { valid_until: paidUntil } }
    return { body: url === '/api/news' ? news : own }
  })
})

const show = () => renderPage(<MemberStrip type="oem" />)
const hrefOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')

describe('what is new above the directory', () => {
  test('has the dues with the way to pay, new members and new jobs', async () => {
    show()
    await screen.findByText('6 new members')
    screen.getByText('₹10,000')
    screen.getByText('due 30/11/2099')
    expect(hrefOf('View and pay')).toBe('/dues#token=id.secret')
    expect(hrefOf(/^Loktak/)).toBe('/oem/members?member=m1')
    expect(hrefOf('1 new job')).toBe('/oem/jobs')
  })

  test('links to the only new member', async () => {
    news.members.count = 1
    show()
    await screen.findByText('1 new member')
    expect(hrefOf('1 new member')).toBe('/oem/members?member=m1')
  })

  test('says that a reported payment is being checked instead of asking for it again', async () => {
    const report = {
      reference: '633000000025',
      amount_paise: 7000_00,
      paid_on: '2026-11-20',
      reported_at: '2026-11-20T09:00:00.000Z',
      outcome: null,
      reason: '',
    }
    own = { ...owing, notice: { ...owing.notice, reports: [report] } }
    show()
    await screen.findByText('you reported ₹7,000 on 20/11/2026')
    expect(hrefOf('View')).toBe('/dues#token=id.secret')
    expect(screen.queryByRole('link', { name: 'View and pay' })).toBeNull()
  })

  test('says that nothing is owed, and until when the membership is paid', async () => {
    own = null
    paidUntil = '2099-03-31'
    show()
    await screen.findByText('Nothing owed')
    screen.getByText('Paid until 31/03/2099')
    expect(screen.queryByRole('link', { name: 'View and pay' })).toBeNull()
  })

  test('folds once read until there is more; the dues stay in one line', async () => {
    const page = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Close news' }))
    expect(screen.queryByText('6 new members')).toBeNull()
    screen.getByText('₹10,000')
    expect(hrefOf('View and pay')).toBe('/dues#token=id.secret')
    page.unmount()
    news.members = { count: 7, latest: [{ id: 'm2', name: 'Sharma Wood Works', city: '' }] }
    show()
    await screen.findByText('7 new members')
  })

  test('is absent without news and debt', async () => {
    news = { members: nothing, jobs: nothing }
    own = null
    const { container } = show()
    await waitFor(() => expect(container.textContent).toBe(''))
    expect(container.querySelector('[aria-hidden]')).toBeNull()
  })
})
