// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '#test/support/page/page.tsx'
import { UpiCheck } from './UpiCheck.tsx'

test('warns of a personal UPI ID and shows a test QR code', async () => {
  renderPage(<UpiCheck upiId=" 9825012345@ybl " payeeName="PMA" merchantCode="" />)
  expect(screen.getByText(/^This looks like a personal UPI ID/)).toBeDefined()
  await userEvent.click(screen.getByText('Show test QR code for ₹1'))
  expect(screen.getByRole('img', { name: 'QR code to pay ₹1 by UPI' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download as PDF' })).toBeDefined()
})

test('warns of nothing else, and shows nothing without a UPI ID', () => {
  const { rerender, container } = renderPage(
    <UpiCheck upiId="pma@examplebank" payeeName="PMA" merchantCode="" />,
  )
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<UpiCheck upiId="pma" payeeName="PMA" merchantCode="" />)
  expect(container.textContent).toBe('')
})
