// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { useAutosave } from './form-draft.ts'
import { useFields } from './use-fields.ts'
import { WebsiteField } from './WebsiteField.tsx'

const save = vi.fn()

function Form() {
  const form = useForm({ defaultValues: { website: '' } })
  useAutosave(form, save)
  return <WebsiteField label="Website" {...useFields(form)('website')} />
}

test('leaving the field completes the address, in the form too', async () => {
  const user = userEvent.setup()
  render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Website')
  await user.type(field, 'www.teak.example')
  expect(field.value).toBe('www.teak.example')
  await user.tab()
  expect(field.value).toBe('https://www.teak.example')
  expect(save).toHaveBeenLastCalledWith({ website: 'https://www.teak.example' })
  await user.clear(field)
  await user.type(field, 'being built')
  await user.tab()
  expect(field.value).toBe('being built')
})
