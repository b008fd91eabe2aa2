// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ChargeDialog } from './ChargeDialog.tsx'

test('a charge with a state of its own says what holds for members with a GSTIN, and stays possible', async () => {
  await startApi(() => ({ body: { closed_to: '', founded_in: '', changes: [] } }))
  const member = { id: 'm1', label: 'Teak & Co', email: '', payable_paise: 0, open_paise: 0 }
  renderPage(<ChargeDialog member={member} onClose={() => undefined} />)
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('With GST'))
  expect(screen.queryByText(/normally the state of the GSTIN/)).toBeNull()
  await user.selectOptions(screen.getByLabelText(/Where it takes place/), 'Maharashtra')
  expect(screen.getByText(/normally the state of the GSTIN/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add charge' })).toBeDefined()
})
