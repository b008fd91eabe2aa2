// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setPageWidth } from '#test/support/page/page.tsx'
import { WaitingBanner } from './WaitingBanner.tsx'

afterEach(() => setPageWidth(1024))

test.each([
  ['a desk', 1366, 'Show cheques'],
  ['a phone, where it takes no line of its own,', 390, /^Cheque\s*1\s*not cleared$/],
])('on %s it says what waits and opens it', async (_where, width, name) => {
  setPageWidth(width)
  const onAction = vi.fn()
  render(
    <WaitingBanner
      title="1 cheque is not cleared"
      number={{ label: 'Cheque', count: 1, note: 'not cleared' }}
      action="Show cheques"
      onAction={onAction}
    >
      ₹5,000 counts once it is cleared.
    </WaitingBanner>,
  )
  expect(screen.queryByRole('status') !== null).toBe(width > 390)
  await userEvent.click(screen.getByRole('button', { name }))
  expect(onAction).toHaveBeenCalledOnce()
})
