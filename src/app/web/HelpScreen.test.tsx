// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderPage } from '#test/support/page.tsx'
import { moduleOf } from '../../../scripts/markdown-pages.ts'
import { HelpScreen } from './HelpScreen.tsx'

describe('the help', () => {
  test('is the text of docs/secretary.md, with one main heading', () => {
    renderPage(<HelpScreen />)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(10)
    screen.getByRole('heading', { name: '6. Import your members' })
  })

  test('imports the images of a page and links to them', () => {
    const source = moduleOf('![The <dashboard>](images/dashboard.png)')
    expect(source).toContain('import image0 from "./images/dashboard.png"')
    expect(source).toContain('alt=\\"The &lt;dashboard>\\"')
    expect(source).toContain('<a href=\\"%IMAGE0%\\"')
  })
})
