// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#features/members/answers.ts'
import type { Role } from '#shared/roles.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { CommandPalette } from './CommandPalette.tsx'
import { usePaletteShortcuts } from './shortcuts.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeEach(async () => {
  api = await startApi(({ url = '' }) => ({ body: url.includes('/members?') ? [asha] : [] }))
})

const asha = {
  id: 'm1',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
}

let users = 0
/** Another user each time, because what was opened last is remembered for each. */
function renderPalette(role?: Role) {
  users += 1
  const user = { id: `u${users}`, name: 'Me', email: 'me@x.example', role } as User
  renderPage(<Frame user={user} />)
  return userEvent.setup()
}

function Frame({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  usePaletteShortcuts(() => setOpen(true))
  return (
    <main>
      <h1>Screen</h1>
      <input aria-label="Name" />
      <CommandPalette user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
    </main>
  )
}

const openPalette = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
const dialog = () => screen.queryByRole('dialog', { name: 'Search and commands' })
const field = () => screen.getByRole('combobox')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option')
const path = () => window.location.pathname + window.location.search

describe('opening', () => {
  test('Ctrl-K opens and closes it, the text field has the focus', async () => {
    const user = renderPalette()
    await user.keyboard('{Control>}k{/Control}')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Control>}k{/Control}')
    expect(dialog()).toBeNull()
  })

  test('/ opens it where the screen has no search field, but not while typing', async () => {
    const user = renderPalette()
    await user.type(screen.getByLabelText('Name'), 'a/b')
    expect(dialog()).toBeNull()
    await user.click(screen.getByRole('heading'))
    await user.keyboard('/')
    expect(dialog()).not.toBeNull()
    expect(field()).toHaveProperty('value', '')
  })

  test('/ focuses the search field of the screen', async () => {
    const user = renderPalette()
    const search = document.createElement('input')
    search.type = 'search'
    screen.getByRole('main').append(search)
    await user.keyboard('/')
    expect(document.activeElement).toBe(search)
    expect(dialog()).toBeNull()
  })

  test('does not open above another dialog', async () => {
    const user = renderPalette('admin')
    openPalette()
    await user.type(field(), 'add member{Enter}')
    await screen.findByRole('dialog', { name: 'Add Member Manually' })
    openPalette()
    expect(dialog()).toBeNull()
  })
})

describe('screens and actions', () => {
  test('are those of the role', () => {
    renderPalette()
    openPalette()
    expect(group('Screens').map(({ textContent }) => textContent)).toEqual([
      'Job Board',
      'Saved Jobs',
      'Search Jobs',
      'Profile Settings',
    ])
    expect(options()).not.toContain('Add Member Manually')
    expect(options()).toContain('Log out')
  })

  test('are found by the beginnings of words, of the label or of other names', async () => {
    const user = renderPalette('admin')
    openPalette()
    await user.type(field(), 'oem imp')
    expect(options()).toEqual(['Import OEMs'])
    await user.clear(field())
    await user.type(field(), 'appearance d')
    expect(options()[0]).toBe('Theme: Light')
  })

  test.each([
    ['day book', 'Receipts'],
    ['year book', 'Receipts'],
    ['tally', 'Receipts'],
    ['close year', 'Receipts'],
    ['gst register', 'Receipts'],
    ['receipts', 'Receipts'],
    ['bank statement', 'Bank statements'],
    ['board book', 'Board book'],
    ['joining fee', 'Dues'],
  ])('%s finds %s', async (search, label) => {
    // Records that a slow search finds would come below.
    api.handle = () => ({ body: [] })
    const user = renderPalette('admin')
    openPalette()
    await user.type(field(), search)
    expect(screen.getByRole('option').textContent).toMatch(new RegExp(`^${label}`))
    await user.keyboard('{Enter}')
    expect(path()).toMatch(
      /^\/admin\/(?:settings\?tab=(?:receipts|dues)|board-book|renewals\/bank)/,
    )
  })

  test('arrow keys move through the list and around its ends, Enter opens', async () => {
    const user = renderPalette('admin')
    openPalette()
    expect(active()).toBe('Dashboard')
    await user.keyboard('{ArrowUp}')
    expect(active()).toBe('Log out')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('Members')
    await user.keyboard('{Enter}')
    expect(path()).toBe('/admin/members')
    expect(dialog()).toBeNull()
  })

  test('what was opened last comes first', async () => {
    const user = renderPalette('admin')
    openPalette()
    await user.type(field(), 'settings{Enter}')
    openPalette()
    expect(group('Recent').map(({ textContent }) => textContent)).toEqual(['Settings'])
    expect(options().filter((label) => label === 'Settings')).toHaveLength(1)
  })

  test('a theme is applied', async () => {
    const user = renderPalette()
    openPalette()
    await user.type(field(), 'dark{Enter}')
    expect(document.documentElement.dataset.theme).toBe('dark')
    openPalette()
    await user.type(field(), 'theme sys{Enter}')
    expect(document.documentElement.dataset.theme).toBe('system')
  })
})

describe('records', () => {
  test('are searched from two letters, and open their details', async () => {
    const user = renderPalette('vendor')
    openPalette()
    await user.type(field(), 'a')
    await user.type(field(), 's')
    await screen.findByRole('option', { name: /Asha Patil/ })
    expect(api.requests.filter((request) => request.includes('/members?'))).toEqual([
      'GET /api/members?search=as&limit=20',
    ])
    await user.click(screen.getByRole('option', { name: /Asha Patil.*Teak & Co · OEM2024001/ }))
    expect(path()).toBe('/vendor/members?member=m1')
  })

  test('whose words start with the search come before those that have it inside of a word', async () => {
    const named = (id: string, name: string, company_name: string) => ({
      ...asha,
      ...{ id, name, company_name },
    })
    const found = [
      named('1', 'Chirag Ajmera', 'Teak & Co'),
      named('2', 'Rakesh Jha', 'Teak & Co'),
      named('3', 'Nidhi Dubey', 'Ravi Boards'),
    ]
    api.handle = ({ url = '' }) => ({ body: url.includes('/members?') ? found : [] })
    const user = renderPalette('oem')
    openPalette()
    await user.type(field(), 'ra')
    await screen.findByRole('option', { name: /Rakesh/ })
    const names = group('Members').map(({ textContent }) => textContent?.split(' ')[0])
    expect(names).toEqual(['Rakesh', 'Nidhi', 'Chirag'])
  })

  test('Enter pressed before the answer opens the first row of the answer', async () => {
    const user = renderPalette('oem')
    openPalette()
    await user.type(field(), 'asha{Enter}')
    expect(dialog()).not.toBeNull()
    await waitFor(() => expect(path()).toBe('/oem/members?member=m1'))
  })

  test('an answer to an earlier text does not replace a later one', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    api.handle = ({ url = '' }) => {
      if (!url.includes('/members?')) return { body: [] }
      if (url.includes('search=ash&')) return { body: [{ ...asha, name: 'Late' }], bodyAfter: held }
      return { body: [asha] }
    }
    const user = renderPalette('oem')
    openPalette()
    await user.type(field(), 'ash')
    await waitFor(() => expect(api.requests.join()).toContain('search=ash&'))
    await user.type(field(), 'a')
    await screen.findByRole('option', { name: /Asha Patil/ })
    release()
    // An answer to a later text comes after the released one.
    await user.type(field(), '1')
    await waitFor(() => expect(api.requests.join()).toContain('search=asha1&'))
    await screen.findByRole('option', { name: /Asha Patil/ })
    expect(screen.queryByRole('option', { name: /Late/ })).toBeNull()
  })

  test('says when nothing is found, and when the search failed, which can be repeated', async () => {
    const user = renderPalette('oem')
    api.handle = () => ({ body: [] })
    openPalette()
    await user.type(field(), 'zzz')
    await screen.findByText('No results for “zzz”')
    api.handle = () => ({ status: 500 })
    await user.type(field(), 'z')
    await screen.findByText("Couldn't search the records")
    api.handle = ({ url = '' }) => ({ body: url.includes('/members?') ? [asha] : [] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: /Asha Patil/ })
  })

  test('Record payment asks for the member; Backspace goes back', async () => {
    const user = renderPalette('admin')
    openPalette()
    await user.type(field(), 'record{Enter}')
    expect(screen.getByPlaceholderText('Which member paid?')).toBe(field())
    expect(options()).toEqual([])
    await user.keyboard('{Backspace}')
    expect(options()).toContain('Dashboard')
    await user.type(field(), 'record{Enter}asha')
    await screen.findByRole('option', { name: /Asha Patil/ })
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: /Mark Payment as Paid/ })
  })
})
