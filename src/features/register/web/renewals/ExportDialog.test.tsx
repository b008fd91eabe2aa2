// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { ExportDialog } from './ExportDialog.tsx'

test('the debtors of an earlier day have the columns of that day; a day in the future is refused', async () => {
  // jsdom does not follow links.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const sent: unknown[] = []
  await startApi((_request, body) => {
    sent.push(JSON.parse(body))
    return { status: 409, body: 'Refused by the server' }
  })
  renderPage(<ExportDialog ids={['m']} onClose={() => {}} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Download CSV' })
  const field = screen.getByLabelText('As of')
  fireEvent.change(field, { target: { value: '9999-12-31' } })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: '2026-03-31' } })
  await userEvent.click(button)
  await waitFor(() =>
    expect(sent).toEqual([
      {
        selection: { ids: ['m'] },
        columns: ['type', 'mobile', 'email', 'debt'],
        format: 'csv',
        as_of: '2026-03-31',
      },
    ]),
  )
})
