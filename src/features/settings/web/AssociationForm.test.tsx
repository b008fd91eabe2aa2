// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { newSettings } from '#test/support/page/settings.ts'
import { AssociationForm } from './AssociationForm.tsx'

test('asks about a mistyped address of the office', async () => {
  renderPage(<AssociationForm settings={newSettings} />)
  const field = screen.getByLabelText<HTMLInputElement>(/^Office Email/)
  await userEvent.clear(field)
  await userEvent.type(field, 'office@gmial.com')
  await userEvent.click(await screen.findByText('Did you mean office@gmail.com?'))
  expect(field.value).toBe('office@gmail.com')
})

test('Cancel restores the saved values and asks nothing more', async () => {
  renderPage(<AssociationForm settings={newSettings} />)
  const field = screen.getByLabelText<HTMLInputElement>(/^Short Name/)
  await userEvent.type(field, 'X')
  await screen.findByText('You have unsaved changes.')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(field.value).toBe(newSettings.association_short_name)
  expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('the reminders say in words on which days they are sent', async () => {
  renderPage(<AssociationForm settings={newSettings} />)
  const field = screen.getByLabelText<HTMLInputElement>(/^Reminders/)
  expect(screen.getByText(/Leave empty for no reminders\.$/)).toBeDefined()
  await userEvent.type(field, '15 -14, 0')
  expect(
    screen.getByText('From the due date: 14 days before, on the day and 15 days after.'),
  ).toBeDefined()
  await userEvent.type(field, ', x')
  expect(screen.getByText(/Leave empty for no reminders\.$/)).toBeDefined()
})
