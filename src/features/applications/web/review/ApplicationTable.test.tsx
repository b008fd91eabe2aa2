// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { ApplicationSortButton, ApplicationSortField } from './ApplicationTable.tsx'

const sort = () => new URLSearchParams(window.location.search).get('sort')

beforeEach(() => window.history.replaceState(null, '', '/admin/applications'))

test('on a phone the filters have the order of the applications', async () => {
  renderPage(<ApplicationSortField />)
  const field = screen.getByLabelText<HTMLSelectElement>('Sort by')
  expect(field.value).toBe('descending')
  await userEvent.selectOptions(field, 'Applied On, oldest first')
  expect(sort()).toBe('created_at')
})

test('where there are no filters, a button has it, which says the direction', async () => {
  renderPage(<ApplicationSortButton />)
  await userEvent.click(screen.getByRole('button', { name: /^Applied On ?\(descending\)$/ }))
  expect(sort()).toBe('created_at')
  screen.getByRole('button', { name: /^Applied On ?\(ascending\)$/ })
})
