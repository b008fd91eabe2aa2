// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { updatePortal } from '../api/portal-info.ts'
import { queryClient } from '../api/query-client.ts'
import type { Column } from '../table/columns.ts'
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

const columns: Column<Person>[] = [{ key: 'name', header: 'Name', cell: ({ name }) => name }]

test('Ctrl-P prints the same; the menu of the browser prints what has loaded', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await startApi(() => ({
    headers: { 'X-Total-Count': '2' },
    body: [
      { id: 'a', name: 'Asha' },
      { id: 'b', name: 'Bina' },
    ],
  }))
  renderPage(
    <PrintListButton<Person>
      title="OEM Members"
      filters={[]}
      path="/api/people?limit=1"
      columns={columns}
      one="member"
      many="members"
    />,
  )
  queryClient.setQueryData(['/people', 'pages', {}], {
    pageParams: ['/api/people?limit=1'],
    pages: [{ rows: [{ id: 'a', name: 'Asha' }], total: 2, next: null }],
  })
  const browserDoes = (event: Event) => act(() => void window.dispatchEvent(event))
  browserDoes(new Event('beforeprint'))
  expect(printed()?.textContent).toMatch(/The first 1 of 2 membersNameAsha$/)
  browserDoes(new Event('afterprint'))
  expect(printed()).toBeNull()
  const key = new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true })
  browserDoes(key)
  expect(key.defaultPrevented).toBe(true)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(printed()?.textContent).toMatch(/2 membersNameAshaBina$/)
  browserDoes(new Event('afterprint'))
})

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
