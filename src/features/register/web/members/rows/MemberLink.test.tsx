// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import { historyOfModals, renderPage, startApi } from '#test/support/page/page.tsx'
import { noMemberCounts } from '#test/support/samples.ts'
import { AllMembersScreen } from '../AllMembersScreen.tsx'
import { MembersTab } from '../MembersTab.tsx'

const asha = {
  id: '1',
  name: 'Asha',
  company_name: 'Teak Works',
  whatsapp_number: '',
  website_url: '',
  role: 'oem',
  membership_number: 'M2024001',
  additional_info_materials_products: [],
  is_active: true,
  payment_status: false,
  created_at: '2024-05-01T00:00:00.000Z',
  updated_at: '2024-05-01T00:00:00.000Z',
} as unknown as Member

beforeEach(async () => {
  // The table renders the rows that fit its height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  await startApi(({ url = '' }) => {
    if (url.includes('saved-filters')) return { body: [] }
    if (url.includes('member-counts')) return { body: noMemberCounts }
    return { headers: { 'X-Total-Count': '1' }, body: /\/1(\?|$)/.test(url) ? asha : [asha] }
  })
})
afterEach(() => {
  window.history.replaceState(null, '', '?')
  vi.restoreAllMocks()
})

test.each([
  ['All Members', <AllMembersScreen key="all" />],
  ['OEM Members', <MembersTab key="oem" type="oem" />],
])('in %s the name opens the details and keeps the filters', async (_list, page) => {
  window.history.replaceState(null, '', '?q=teak')
  renderPage(page)
  const name = await screen.findByRole('link', { name: 'Asha' })
  expect(name.getAttribute('href')).toBe('/admin/members?member=1')
  await userEvent.click(name)
  await screen.findByRole('dialog', { name: 'Member Details' })
  expect(window.location.search).toBe('?q=teak&member=1')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(window.location.search).toBe('?q=teak'))
  await waitFor(() => expect(document.activeElement).toBe(name))
  await historyOfModals(0)
})

test('details that View has opened return the focus to View', async () => {
  renderPage(<AllMembersScreen />)
  const view = await screen.findByRole('button', { name: 'View Asha' })
  await userEvent.click(view)
  await screen.findByRole('dialog', { name: 'Member Details' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The list moves the focus in a task of its own.
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(view)
  await historyOfModals(0)
})
