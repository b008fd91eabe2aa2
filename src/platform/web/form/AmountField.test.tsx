// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { AmountField } from './AmountField.tsx'

/** The amount that the form has. */
let amount: () => string

function Controlled() {
  const [value, setValue] = useState('125000')
  amount = () => value
  return <AmountField value={value} onChange={({ target }) => setValue(target.value)} />
}

function Registered() {
  const form = useForm({ defaultValues: { amount: '1,25,000' } })
  amount = () => form.getValues('amount')
  return <AmountField {...form.register('amount')} />
}

const field = () => screen.getByLabelText<HTMLInputElement>('Amount (₹)')

test.each([
  ['controlled', Controlled, '1250005', '100.5'],
  ['registered', Registered, '12,50,005', '100.50'],
])('a %s amount is grouped except while it is edited', async (_kind, Form, entered, decimal) => {
  render(<Form />)
  expect(field().value).toBe('1,25,000')
  await userEvent.type(field(), '5')
  expect(field().value).toBe('1250005')
  await userEvent.tab()
  expect([field().value, amount()]).toEqual(['12,50,005', entered])
  await userEvent.clear(field())
  await userEvent.type(field(), '100.5')
  await userEvent.tab()
  expect([field().value, amount()]).toEqual(['100.50', decimal])
  await userEvent.clear(field())
  await userEvent.type(field(), 'five')
  await userEvent.tab()
  expect([field().value, amount()]).toEqual(['five', 'five'])
})

test.each([Controlled, Registered])(
  'typed and pasted commas stay: in the wrong place they are an error',
  async (Form) => {
    render(<Form />)
    await userEvent.clear(field())
    await userEvent.type(field(), '590,50')
    await userEvent.tab()
    expect([field().value, amount()]).toEqual(['590,50', '590,50'])
    await userEvent.type(field(), '0')
    expect(field().value).toBe('590,500')
    await userEvent.tab()
    await userEvent.tripleClick(field())
    await userEvent.paste('125,50')
    expect(field().value).toBe('125,50')
  },
)

test('the caret stays where it was when commas go', async () => {
  render(<Controlled />)
  await userEvent.type(field(), '9', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect([field().value, field().selectionStart]).toEqual(['1259000', 4])
})
