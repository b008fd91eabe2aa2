// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page.tsx'
import { newSettings } from '#test/support/settings.ts'
import { AssociationForm } from './AssociationForm.tsx'

test('asks about a mistyped address of the office', async () => {
  renderPage(<AssociationForm settings={newSettings} />)
  const field = screen.getByLabelText<HTMLInputElement>(/^Office Email/)
  await userEvent.clear(field)
  await userEvent.type(field, 'office@gmial.com')
  await userEvent.click(await screen.findByText('Did you mean office@gmail.com?'))
  expect(field.value).toBe('office@gmail.com')
})
