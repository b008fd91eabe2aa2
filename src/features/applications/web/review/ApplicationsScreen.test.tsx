// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ApplicationsScreen } from './ApplicationsScreen.tsx'

test('a list that cannot be loaded is said once, without what is below it', async () => {
  await startApi(() => ({ status: 500, body: 'Something went wrong' }))
  renderPage(<ApplicationsScreen />)
  await screen.findByRole('button', { name: /try again/i })
  expect(screen.queryByRole('region', { name: 'Deletion of documents' })).toBeNull()
})
