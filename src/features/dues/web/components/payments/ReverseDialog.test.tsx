// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { RefundDialog } from '../account/RefundDialog.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'

afterEach(() => {
  sessionStorage.clear()
})

const member = { id: 'm', name: 'Asha', company_name: 'Teak & Co', email: 'a@teak.example' }
const payment: LedgerEntry = {
  id: 'p',
  kind: 'payment',
  receipt_number: 'R2023-24/0001',
  reverses_id: null,
  void_reason: null,
  amount_paise: 5000_00,
  on_account: true,
  year: '2023-24',
  item: 'dues',
  due_on: null,
  grace_until: null,
  run_id: null,
  mode: 'Cheque',
  reference: '123456',
  valid_from: null,
  valid_to: null,
  recorded_by: 'Meera',
  paid_at: '2024-03-20T09:00:00.000Z',
  recorded_at: '2024-03-20T09:00:00.000Z',
}

const account = {
  balance_paise: 0,
  credit_paise: 0,
  owed_paise: 0,
  charges: [],
  status: 'paid',
  updated_at: '2024-04-01T09:00:00.000Z',
}

test.each([
  ['2024-03-31', 'The books are closed up to 31 March 2024, so nothing can be dated 31 March 2024'],
  ['9999-12-31', 'The day of the payment is in the future'],
  ['', 'Please choose the day on which the money went back'],
  ['2024-04-01', undefined],
])('a payment that the bank returned on %j is refused at its field, or not', async (day, text) => {
  const sent: unknown[] = []
  await startApi(({ method, url }, body) => {
    if (url?.endsWith('books/closing'))
      return { body: { closed_to: '2023-24', founded_in: '', changes: [] } }
    if (url?.endsWith('/account')) return { body: account }
    if (method === 'POST' && url?.endsWith('/cancel')) sent.push(JSON.parse(body))
    return { status: 409, body: 'Refused by the server' }
  })
  renderPage(<ReverseDialog member={member} entry={payment} onClose={() => undefined} />)
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'bounced')
  fireEvent.change(screen.getByLabelText(/^Returned on/), { target: { value: day } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reverse it' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  expect(await screen.findByText(text ?? /^Refused by the server/)).toBeDefined()
  expect(sent.length).toBe(text === undefined ? 1 : 0)
})

test('with another reason the treasurer enters the day on which the money went back', async () => {
  const sent: unknown[] = []
  await startApi(({ method, url }, body) => {
    if (url?.endsWith('books/closing'))
      return { body: { closed_to: '', founded_in: '', changes: [] } }
    if (url?.endsWith('/account')) return { body: account }
    if (method === 'POST' && url?.endsWith('/cancel')) sent.push(JSON.parse(body))
    return { status: 409, body: 'Refused by the server' }
  })
  renderPage(<ReverseDialog member={member} entry={payment} onClose={() => undefined} />)
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'other')
  await userEvent.type(screen.getByLabelText(/^What is the reason/), 'Given back in cash')
  const day = screen.getByLabelText(/^Reversed on/)
  fireEvent.change(day, { target: { value: '2024-03-31' } })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Reverse it' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  expect(await screen.findByText(/^Refused by the server/)).toBeDefined()
  expect(sent).toMatchObject([{ reason: 'other', returned_on: '2024-03-31' }])
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'typed twice')
  expect(screen.queryByLabelText(/^Reversed on/)).toBeNull()
})

test('says what speaks against it', async () => {
  const notice = 'Tax invoice R2023-24/0001 is of 2023-24. Ask your accountant.'
  const outcome = { receipt_number: 'R2023-24/0001', before: null, after: null, mail: null }
  await startApi(({ url }) => {
    if (url?.endsWith('books/closing'))
      return { body: { closed_to: '', founded_in: '', changes: [] } }
    if (url?.endsWith('/account')) return { body: account }
    return { body: { ...outcome, credit_paise: 0, notices: [notice] } }
  })
  renderPage(<ReverseDialog member={member} entry={payment} onClose={() => undefined} />)
  await userEvent.selectOptions(await screen.findByLabelText('Reason'), 'typed twice')
  expect(await screen.findByText(notice)).toBeDefined()
})

test('of credit that is also paid back', async () => {
  const notice = 'Tax invoice R2023-24/0001 is of 2023-24. Ask your accountant.'
  const asked: unknown[] = []
  await startApi(({ url }, body) => {
    if (url?.endsWith('books/closing'))
      return { body: { closed_to: '', founded_in: '', changes: [] } }
    if (url?.endsWith('/account')) return { body: account }
    if (url?.endsWith('/receipts/treatments')) return { body: [] }
    if (url?.endsWith('/refunds/preview')) asked.push(JSON.parse(body))
    return { body: { notices: [notice] } }
  })
  const who = { id: 'm', label: 'Teak & Co', email: '', payable_paise: 0, open_paise: 0 }
  renderPage(<RefundDialog member={who} credit={590_00} onClose={() => undefined} />)
  expect(await screen.findByText(notice)).toBeDefined()
  expect(asked).toEqual([{ amount: '590', paid_at: expect.any(String) }])
})

test.each(['bounced', 'wrong member', 'typed twice', 'other'])(
  'for the reason %j the member is emailed when the receipt was emailed, unless the treasurer chooses',
  async (reason) => {
    const mail = { to: member.email, subject: 'Reversed', text: 'It is void.' }
    let is_emailed = true
    await startApi(({ url }) => {
      if (url?.endsWith('books/closing'))
        return { body: { closed_to: '', founded_in: '', changes: [] } }
      if (url?.endsWith('/account')) return { body: account }
      const outcome = { receipt_number: 'R2023-24/0001', before: null, after: null }
      return { body: { ...outcome, is_emailed, credit_paise: 0, mail } }
    })
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email the member' })
    const { unmount } = renderPage(
      <ReverseDialog member={member} entry={payment} onClose={() => undefined} />,
    )
    await userEvent.selectOptions(await screen.findByLabelText('Reason'), reason)
    await waitFor(() => expect(box().checked).toBe(true))
    const why = /Ticked because the receipt was emailed/
    screen.getByText(why)
    await userEvent.click(box())
    expect(box().checked).toBe(false)
    expect(screen.queryByText(why)).toBeNull()
    unmount()
    sessionStorage.clear()

    is_emailed = false
    renderPage(<ReverseDialog member={member} entry={payment} onClose={() => undefined} />)
    await userEvent.selectOptions(await screen.findByLabelText('Reason'), reason)
    await screen.findByText('Receipt R2023-24/0001 becomes void')
    expect(box().checked).toBe(false)
  },
)
