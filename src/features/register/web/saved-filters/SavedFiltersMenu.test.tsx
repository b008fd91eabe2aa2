// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { MemberFilterBar } from '../members/filters/MemberFilterBar.tsx'
import { useAllMembersFilters } from '../members/filters/register-filters.ts'

let stored: { id: string; name: string; query: object }[]
beforeEach(async () => {
  stored = []
  await startApi(({ method, url = '' }, body) => {
    const id = url.split('/').at(-1) ?? ''
    const typed = body === '' ? {} : JSON.parse(body)
    if (method === 'POST') stored.push({ id: `f${stored.length}`, ...typed })
    if (method === 'PUT') stored = stored.map((one) => (one.id === id ? { ...one, ...typed } : one))
    if (method === 'DELETE') stored = stored.filter((one) => one.id !== id)
    return { body: method === 'GET' ? stored : (stored.at(-1) ?? { id }) }
  })
})

function List() {
  const filters = useAllMembersFilters()
  return <MemberFilterBar filters={filters} search={{ label: 'Search', placeholder: '' }} />
}

const menu = () => userEvent.click(screen.getByRole('button', { name: 'Saved filters' }))
const item = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))

test('a filter is saved under a name, applied, renamed and deleted', async () => {
  window.history.replaceState(null, '', '/?type=oem&dues=owes&q=teak&view=table')
  renderPage(<List />)
  await menu()
  await item('Save filter…')
  await userEvent.type(await screen.findByLabelText('Name'), 'Teak owes')
  await userEvent.click(screen.getByRole('button', { name: 'Save filter' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stored).toEqual([
    { id: 'f0', name: 'Teak owes', query: { role: 'oem', dues: 'owes', search: 'teak' } },
  ])

  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await userEvent.selectOptions(await screen.findByLabelText(/^Dues/), 'Paid')
  await userEvent.keyboard('{Escape}')
  await menu()
  await item('Teak owes')
  await waitFor(() => expect(window.location.search).toContain('dues=owes'))
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    view: 'table',
    type: 'oem',
    dues: 'owes',
    q: 'teak',
  })

  await menu()
  await item('Rename or delete…')
  const name = await screen.findByLabelText('Name of Teak owes')
  await userEvent.clear(name)
  await userEvent.type(name, 'Owes')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(stored[0]?.name).toBe('Owes'))
  await screen.findByLabelText('Name of Owes')
  await userEvent.click(screen.getByRole('button', { name: /^Delete/ }))
  await screen.findByText('No saved filters.')
  expect(stored).toEqual([])
})

test('nothing can be saved without a filter', async () => {
  window.history.replaceState(null, '', '/')
  renderPage(<List />)
  await menu()
  const save = await screen.findByRole('menuitem', { name: 'Save filter…' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
})
