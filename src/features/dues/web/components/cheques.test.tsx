// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page.tsx'
import { HeldCheques } from './HeldCheques.tsx'
import { RecordPaymentDialog } from './RecordPaymentDialog.tsx'

type Api = Awaited<ReturnType<typeof startApi>>
type Answer = Awaited<ReturnType<Api['handle']>>

let api: Api
let answers: Record<string, Answer>
let sent: Record<string, unknown>

const cheque = {
  ...{ id: 'c1', person_id: 'm', member_name: 'Asha', company_name: 'Teak & Co' },
  ...{ membership_number: 'OEM2024001', email: '', number: '123456', bank: 'HDFC' },
  ...{ amount_paise: 5000_00, received_on: '2026-11-03', valid_from: null, valid_to: null },
  ...{ kind: 'dues', recorded_at: '2026-11-03T09:00:00.000Z', recorded_by: 'Meera' },
}
const account = {
  ...{ balance_paise: 0, credit_paise: 0, owed_paise: 0, charges: [], status: 'paid' },
  ...{ updated_at: '2026-11-20T09:00:00.000Z', dues: null },
}
const settled = {
  settles: [{ item: 'dues', label: '', year: '2026-27', paise: 5000_00, open_paise: 0 }],
  ...{ owed_paise: 5000_00, remaining_paise: 0, credit_paise: 0, year: '2026-27' },
  ...{ valid_from: '2026-04-01', valid_to: '2027-03-31' },
}

beforeEach(async () => {
  sent = {}
  answers = {
    'GET account': { body: account },
    'GET cheques?member=m': { body: [cheque] },
    'POST dues-payments/preview': { body: settled },
  }
  api = await startApi(({ method, url }, body) => {
    const call = Object.keys(answers).find((name) => {
      const [verb, end = ''] = name.split(' ')
      return verb === method && url?.endsWith(end)
    })
    if (call && body) sent[call] = JSON.parse(body)
    return (call && answers[call]) || { status: 404, body: 'Nothing' }
  })
})
afterEach(async () => {
  sessionStorage.clear()
  await api.close()
})

const click = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('a cheque is noted only with its number and bank; a refusal keeps what was typed', async () => {
  const onClose = vi.fn()
  const member = { id: 'm', label: 'Teak & Co', email: '', owed_paise: 5000_00, open_paise: 0 }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  expect(screen.queryByLabelText('Received, not cleared yet')).toBeNull()
  await userEvent.click(screen.getByLabelText('Cheque'))
  await userEvent.click(screen.getByLabelText('Received, not cleared yet'))
  expect(screen.getByLabelText('Received on')).toBeDefined()
  expect(screen.queryByText('Settles everything owed')).toBeNull()
  const note = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Note cheque' })
  await userEvent.click(note())
  const number = screen.getByLabelText('Cheque number')
  expect(number.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(number, '123456')
  expect(await screen.findByText('Please enter the bank of the cheque')).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Bank of the cheque/), 'HDFC')
  answers['POST m/cheques'] = { status: 409, body: 'This cheque is noted already' }
  await waitFor(() => expect(note().disabled).toBe(false))
  await userEvent.click(note())
  await waitFor(() =>
    expect(sent['POST m/cheques']).toMatchObject({
      ...{ number: '123456', bank: 'HDFC', amount: '5000', kind: 'dues' },
    }),
  )
  await waitFor(() => expect(note().disabled).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
  answers['POST m/cheques'] = { status: 201, body: cheque }
  await userEvent.click(note())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a cheque says what it settles when it is cleared; returned, it needs a reason', async () => {
  answers['GET cheques?member=m'] = { status: 500, body: 'Something went wrong' }
  renderPage(<HeldCheques memberId="m" />)
  await screen.findByText("Couldn't load the cheques")
  answers['GET cheques?member=m'] = { body: [cheque] }
  await click('Try again')
  await screen.findByText('Cheque 123456 of HDFC, ₹5,000, received 3 November 2026, not cleared')

  await click(/^Returned/)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Note the return' })
  expect(save.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Reason'), 'Insufficient funds')
  await userEvent.type(screen.getByLabelText(/^Bank fee/), '5x')
  expect(save.disabled).toBe(true)
  await userEvent.clear(screen.getByLabelText(/^Bank fee/))
  await userEvent.type(screen.getByLabelText(/^Bank fee/), '500')
  answers['POST cheques/c1/return'] = { body: account }
  await userEvent.click(save)
  await waitFor(() =>
    expect(sent['POST cheques/c1/return']).toEqual({
      reason: 'Insufficient funds',
      bank_fee: '500',
    }),
  )

  await click(/^Cleared/)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  const entry = { id: 'e', receipt_number: 'R2026-27/0001', amount_paise: 5000_00 }
  answers['POST cheques/c1/clear'] = {
    body: { entry: { ...entry, valid_from: null, valid_to: null }, account },
  }
  await click('Record payment')
  await waitFor(() =>
    expect(sent['POST cheques/c1/clear']).toMatchObject({
      ...{ email_receipt: false, updated_at: account.updated_at },
    }),
  )
})
