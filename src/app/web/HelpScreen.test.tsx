// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { moduleOf } from '../../../scripts/markdown-pages.ts'
import { HelpScreen } from './HelpScreen.tsx'

describe('the help', () => {
  test('is the text of docs/secretary.md, with one main heading', () => {
    renderPage(<HelpScreen />)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    // And the one of the contents.
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(11)
    const heading = screen.getByRole('heading', { name: '6. Import your members' })
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }))
    expect(contents.getAllByRole('link')).toHaveLength(10)
    const link = contents.getByRole('link', { name: '6. Import your members' })
    expect(link.getAttribute('href')).toBe(`#${heading.id}`)
    expect(contents.getByRole('link', { name: "3. Enter the association's details" })).toBeDefined()
  })

  test('has docs/treasurer.md on a tab, which the address names', async () => {
    renderPage(<HelpScreen />)
    await userEvent.click(screen.getByRole('tab', { name: 'Year of a treasurer' }))
    screen.getByRole('heading', { level: 1, name: 'The year of a treasurer in ten steps' })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(11)
    expect(new URL(window.location.href).searchParams.get('guide')).toBe('treasurer')
    window.history.back()
    await screen.findByRole('heading', { level: 1, name: 'The first day in ten steps' })
  })

  test('has docs/accountant.md on a tab', async () => {
    renderPage(<HelpScreen />)
    await userEvent.click(screen.getByRole('tab', { name: 'Closing the year' }))
    screen.getByRole('heading', { level: 1, name: 'Closing the year' })
    screen.getByRole('heading', { level: 2, name: 'Who owed at 31 March' })
    expect(screen.queryByRole('link', { name: /Tally/ })).toBeNull()
  })

  test('has no link to a page that the portal does not serve', () => {
    const source = moduleOf(
      'See [the **first** import](tally.md), or [a site](https://example.org/).',
    )
    expect(source).toContain('See the <strong>first</strong> import, or')
    expect(source).toContain('<a href=\\"https://example.org/\\">a site</a>')
  })

  test('imports the images of a page and links to them', () => {
    const source = moduleOf('![The <dashboard>](images/dashboard.png)')
    expect(source).toContain('import image0 from "./images/dashboard.png"')
    expect(source).toContain('alt=\\"The &lt;dashboard>\\"')
    expect(source).toContain('<a href=\\"%IMAGE0%\\"')
  })
})
