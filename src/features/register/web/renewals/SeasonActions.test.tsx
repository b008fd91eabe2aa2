// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { SeasonActions } from './SeasonActions.tsx'

test('Books in the menu opens the books in Settings', async () => {
  renderPage(<SeasonActions onOpen={() => {}} onOpenBulk={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: /More/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Books' }))
  const { pathname, search, hash } = window.location
  expect(pathname + search + hash).toBe('/admin/settings?tab=receipts#books')
})
