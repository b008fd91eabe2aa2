// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { moduleOf } from '../../../scripts/markdown-pages.ts'
import { HelpScreen } from './HelpScreen.tsx'

describe('the help', () => {
  test('is the text of docs/secretary.md, with one main heading', () => {
    renderPage(<HelpScreen />)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(10)
    screen.getByRole('heading', { name: '6. Import your members' })
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

  test('imports the images of a page and links to them', () => {
    const source = moduleOf('![The <dashboard>](images/dashboard.png)')
    expect(source).toContain('import image0 from "./images/dashboard.png"')
    expect(source).toContain('alt=\\"The &lt;dashboard>\\"')
    expect(source).toContain('<a href=\\"%IMAGE0%\\"')
  })
})
