// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePaymentDayProblem } from '#features/ledger/web/receipt-calls.ts'
import type { Day } from '#shared/dates.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { PaymentFields } from './PaymentFields.tsx'

function Payment({ paid_on }: { paid_on: Day }) {
  const error = usePaymentDayProblem()(paid_on)
  return (
    <PaymentFields
      field={(name) =>
        name === 'paid_on'
          ? { value: paid_on, error, onChange: () => undefined }
          : { value: '', error: undefined, onChange: () => undefined }
      }
    />
  )
}

test.each<[paid_on: Day, message: string | undefined]>([
  ['2024-03-31', 'The books are closed up to 31 March 2024, so nothing can be dated 31 March 2024'],
  [
    '2020-01-01',
    'The books are closed up to 31 March 2024, so nothing can be dated 1 January 2020',
  ],
  ['9999-12-31', 'The day of the payment is in the future'],
  ['2024-04-01', undefined],
])('a payment dated %s is refused at its field, or not', async (paid_on, message) => {
  await startApi(() => ({ body: { closed_to: '2023-24', founded_in: '', changes: [] } }))
  renderPage(<Payment paid_on={paid_on} />)
  const field = await screen.findByLabelText('Paid on')
  if (message) expect(await screen.findByText(message)).toBeDefined()
  expect(field.getAttribute('aria-invalid') === 'true').toBe(message !== undefined)
})
