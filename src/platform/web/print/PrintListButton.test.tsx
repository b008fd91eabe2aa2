// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { updatePortal } from '../api/portal-info.ts'
import { PrintListButton } from './PrintListButton.tsx'

interface Person {
  id: string
  name: string
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const printed = () => document.querySelector<HTMLElement>('[data-print-sheet]')

test('prints all rows of the list, loaded or not, with title, filters and the shown columns', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const api = await startApi(({ url = '' }) =>
    url.includes('cursor')
      ? { headers: { 'X-Total-Count': '2' }, body: [{ id: 'b', name: 'Bina' }] }
      : {
          headers: { 'X-Total-Count': '2', Link: '</api/people?q=x&cursor=1>; rel="next"' },
          body: [{ id: 'a', name: 'Asha' }],
        },
  )
  updatePortal({ association_name: 'Teak Makers' })
  renderPage(
    <PrintListButton<Person>
      title="OEM Members"
      filters={['Payment: PENDING']}
      path="/api/people?q=x&limit=1"
      columns={[
        { key: 'number', header: 'S.No', cell: (_, rowNumber) => rowNumber },
        { key: 'name', header: 'Name', cell: () => 'on screen', print: ({ name }) => name },
        { key: 'actions', header: 'Actions', onPhone: 'actions', cell: () => 'Edit' },
      ]}
      one="member"
      many="members"
    />,
  )
  const title = document.title
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(api.requests).toEqual([
    'GET /api/people?q=x&limit=200',
    'GET /api/people?q=x&cursor=1&limit=200',
  ])
  expect(document.title).toBe('OEM Members')
  expect(printed()?.querySelector('header')?.textContent).toMatch(
    /^Teak MakersOEM MembersPrinted .* · Payment: PENDING · 2 members$/,
  )
  expect(
    [...(printed()?.querySelectorAll('tr') ?? [])].map(({ textContent }) => textContent),
  ).toEqual(['S.NoName', '1Asha', '2Bina'])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(printed()).toBeNull()
  expect(document.title).toBe(title)
})
