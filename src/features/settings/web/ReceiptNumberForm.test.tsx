// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentToast, dismissToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { newSettings } from '#test/support/page/settings.ts'
import { ReceiptNumberForm } from './ReceiptNumberForm.tsx'

const refusal = 'GST allows invoice numbers of at most 16 characters.'

let sent: unknown[]

beforeEach(async () => {
  sent = []
  await startApi((_request, body) => {
    sent.push(JSON.parse(body))
    return { status: 400, body: refusal }
  })
})

afterEach(() => {
  dismissToast()
})

const example = () => screen.queryByRole('status')?.textContent

test('the example follows the prefix; a refusal keeps what was typed', async () => {
  renderPage(<ReceiptNumberForm settings={newSettings} />)
  expect(example()).toMatch(/^R\d{4}-\d\d\/0042$/)
  const prefix = screen.getByLabelText<HTMLInputElement>(/^Receipt number prefix/)
  await userEvent.type(prefix, 'fpma')
  expect(example()).toMatch(/^FPMA\/\d{4}-\d\d\/0042$/)
  await userEvent.type(prefix, '/')
  expect(example()).toBeUndefined()
  await userEvent.type(prefix, '{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(sent).toEqual([{ receipt_prefix: 'FPMA', seen: { receipt_prefix: '' } }]),
  )
  await waitFor(() => expect(currentToast()?.description).toBe(refusal))
  expect(prefix.value).toBe('fpma')
})
