// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CheckboxField } from './CheckboxField.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { TextField } from './TextField.tsx'

const form = (errors: Record<string, string>) => (
  <form>
    {['Name', 'Email', 'Company'].map((label) => (
      <TextField key={label} label={label} error={errors[label]} />
    ))}
  </form>
)
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('a message that appears alone is announced; several together are not', async () => {
  const { rerender } = render(form({}))
  const show = async (errors: Record<string, string>) => act(async () => rerender(form(errors)))
  await show({ Name: 'Name is required' })
  expect(alerts()).toEqual(['Name is required'])
  await show({})
  await show({ Name: 'Name is required', Email: 'Invalid email', Company: 'Company is required' })
  expect(alerts()).toEqual([])
  const described = screen.getByLabelText('Email').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Invalid email')
  await show({
    Name: 'Name is required',
    Email: 'Email is too long',
    Company: 'Company is required',
  })
  expect(alerts()).toEqual(['Email is too long'])
})

test('checkboxes and radio buttons have no autocomplete, which HTML forbids there', () => {
  render(
    <>
      <CheckboxField label="I agree" autoComplete="off" />
      <RadioGroup
        label="Type"
        name="role"
        autoComplete="off"
        options={[{ value: 'a', label: 'A' }]}
      />
      <TextField label="Name" autoComplete="off" />
    </>,
  )
  const withAutocomplete = [...document.querySelectorAll('input[autocomplete]')]
  expect(withAutocomplete).toEqual([screen.getByLabelText('Name')])
})

test('an error stands in the place of the hint', () => {
  const hint = 'Like name@bank.'
  const { rerender } = render(<TextField label="UPI ID" hint={hint} />)
  const field = screen.getByLabelText('UPI ID')
  const description = () =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  expect(description()).toBe(hint)
  rerender(<TextField label="UPI ID" hint={hint} error="Please check the UPI ID" />)
  expect(description()).toBe('Please check the UPI ID')
  expect(screen.queryByText(hint)).toBeNull()
})
