// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { EmailField } from './EmailField.tsx'

function Form() {
  const form = useForm({ defaultValues: { email: '' } })
  return (
    <>
      <EmailField label="Email" hint="We write to it." {...form.register('email')} />
      <output>{form.watch('email')}</output>
    </>
  )
}

test('asks about a mistyped address, and one press selects the suggestion', async () => {
  render(<Form />)
  const field = screen.getByLabelText('Email')
  await userEvent.type(field, 'raju@gmail.co')
  // The rest may come.
  expect(screen.queryByRole('button')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByRole('button', { name: 'Did you mean raju@gmail.com?' })).toBeTruthy()

  await userEvent.clear(field)
  await userEvent.type(field, 'raju@gmial.com')
  await userEvent.click(screen.getByRole('button', { name: 'Did you mean raju@gmail.com?' }))
  expect(field).toHaveProperty('value', 'raju@gmail.com')
  expect(screen.getByRole('status').textContent).toBe('raju@gmail.com')
  expect(document.activeElement).toBe(field)
  expect(screen.getByText('We write to it.')).toBeTruthy()
})
