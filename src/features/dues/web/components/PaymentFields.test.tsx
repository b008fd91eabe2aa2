// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page.tsx'
import { PaymentFields } from './PaymentFields.tsx'

let api: Awaited<ReturnType<typeof startApi>>
afterEach(() => api.close())

test.each([
  ['2024-03-31', 'The books are closed up to 31/03/2024, so nothing can be dated 31/03/2024'],
  ['2020-01-01', 'The books are closed up to 31/03/2024, so nothing can be dated 01/01/2020'],
  ['9999-12-31', 'The day of the payment is in the future'],
  ['2024-04-01', undefined],
])('a payment dated %s is refused at its field, or not', async (paid_on, message) => {
  api = await startApi(() => ({ body: { closed_to: '2023-24', founded_in: '', changes: [] } }))
  const values = { amount: '5000', mode: '', reference: '', paid_on }
  renderPage(<PaymentFields values={values} onChange={() => undefined} />)
  const field = await screen.findByLabelText('Paid on')
  if (message) expect(await screen.findByText(message)).toBeDefined()
  expect(field.getAttribute('aria-invalid') === 'true').toBe(message !== undefined)
})
