// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToast } from '#platform/web/toast/toast.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { WaiveDialog } from '../account/WaiveDialog.tsx'
import { RecordPaymentDialog } from '../payments/RecordPaymentDialog.tsx'
import { HeldCheques } from './HeldCheques.tsx'

type Api = Awaited<ReturnType<typeof startApi>>
type Answer = Awaited<ReturnType<Api['handle']>>

let answers: Record<string, Answer>
let sent: Record<string, unknown>

const cheque = {
  id: 'c1',
  person_id: 'm',
  member_name: 'Asha',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
  email: '',
  number: '123456',
  bank: 'HDFC',
  amount_paise: 5000_00,
  received_on: '2026-11-03',
  valid_from: null,
  valid_to: null,
  kind: 'dues',
  recorded_at: '2026-11-03T09:00:00.000Z',
  recorded_by: 'Meera',
}
const account = {
  balance_paise: 0,
  credit_paise: 0,
  owed_paise: 0,
  charges: [],
  status: 'paid',
  updated_at: '2026-11-20T09:00:00.000Z',
  dues: null,
}
const settled = {
  settles: [{ item: 'dues', label: '', year: '2026-27', paise: 5000_00, open_paise: 0 }],
  owed_paise: 5000_00,
  remaining_paise: 0,
  credit_paise: 0,
  year: '2026-27',
  valid_from: '2026-04-01',
  valid_to: '2027-03-31',
}

beforeEach(async () => {
  sent = {}
  answers = {
    'GET account': { body: account },
    'GET cheques?member=m': { body: [cheque] },
    'POST dues-payments/preview': { body: settled },
  }
  await startApi(({ method, url }, body) => {
    const call = Object.keys(answers).find((name) => {
      const [verb, end = ''] = name.split(' ')
      return verb === method && url?.endsWith(end)
    })
    if (call && body) sent[call] = JSON.parse(body)
    return (call && answers[call]) || { status: 404, body: 'Nothing' }
  })
})
afterEach(() => {
  sessionStorage.clear()
})

const click = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

async function chooseReturned() {
  await click('More actions for cheque 123456')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Returned' }))
}

test('a cheque is noted only with its number and bank; a refusal keeps what was typed', async () => {
  const onClose = vi.fn()
  const member = { id: 'm', label: 'Teak & Co', email: '', payable_paise: 5000_00, open_paise: 0 }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  expect(
    screen.getByText('Cheque 123456 of ₹5,000 is noted and has not cleared yet.'),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Show cheques' }).getAttribute('href')).toBe(
    '/admin/renewals?cheques=open',
  )
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
      number: '123456',
      bank: 'HDFC',
      amount: '5000',
      kind: 'dues',
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

  await chooseReturned()
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Note the return' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await userEvent.click(save)
  expect(await screen.findByText('Please enter the reason, like insufficient funds')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Reason'), 'Insufficient funds')
  await userEvent.type(screen.getByLabelText(/^Bank fee/), '5x')
  await userEvent.click(save)
  expect(sent).toEqual({})
  await userEvent.clear(screen.getByLabelText(/^Bank fee/))
  await userEvent.type(screen.getByLabelText(/^Bank fee/), '500')
  answers['POST cheques/c1/return'] = { body: account }
  await userEvent.click(save)
  await waitFor(() =>
    expect(sent['POST cheques/c1/return']).toEqual({
      reason: 'Insufficient funds',
      bank_fee: '500',
      updated_at: account.updated_at,
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
      email_receipt: false,
      updated_at: account.updated_at,
    }),
  )
})

test.each([
  {
    opens: () => click(/^Cleared/),
    saves: 'Record payment',
    call: 'POST cheques/c1/clear',
    label: 'Credited on',
    typed: '2026-11-10',
    field: 'cleared_on',
    refusal: 'The year 2026-27 is closed',
  },
  {
    opens: chooseReturned,
    saves: 'Note the return',
    call: 'POST cheques/c1/return',
    label: 'Reason',
    typed: 'Funds',
    field: 'reason',
    refusal: 'Please say more',
  },
])(
  'a refusal of $saves is said at its field, and what was typed is kept as a draft',
  async ({ opens, saves, call, label, typed, field, refusal }) => {
    renderPage(<HeldCheques memberId="m" />)
    await opens()
    const input = await screen.findByLabelText<HTMLInputElement>(label)
    fireEvent.change(input, { target: { value: typed } })
    answers[call] = { status: 409, headers: { 'Error-Field': field }, body: refusal }
    const save = screen.getByRole<HTMLButtonElement>('button', { name: saves })
    await waitFor(() => expect(save.disabled).toBe(false))
    await userEvent.click(save)
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(refusal)).toHaveLength(1)
    cleanup()

    renderPage(<HeldCheques memberId="m" />)
    await opens()
    expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(typed)
    await click('Start over')
    expect(screen.getByLabelText<HTMLInputElement>(label).value).not.toBe(typed)
  },
)

test.each([
  ['2026-11-02', /Please choose 3 November 2026, when the cheque was received/],
  ['2999-01-01', /future/],
  ['', 'Please choose the day of the payment'],
])('a cheque credited on %s is refused before it is sent', async (day, problem) => {
  renderPage(<HeldCheques memberId="m" />)
  await click(/^Cleared/)
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Record payment' })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.change(screen.getByLabelText('Credited on'), { target: { value: day } })
  await userEvent.click(save)
  expect(await screen.findByText(problem)).toBeDefined()
  expect(sent).not.toHaveProperty('POST cheques/c1/clear')
})

test('a cheque that is gone meanwhile closes its dialog, and a toast says why', async () => {
  renderPage(<HeldCheques memberId="m" />)
  await chooseReturned()
  await userEvent.type(await screen.findByLabelText('Reason'), 'Insufficient funds')
  answers['POST cheques/c1/return'] = { status: 404, body: 'Cheque not found' }
  answers['GET cheques?member=m'] = { body: [] }
  await click('Note the return')
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  await waitFor(() => expect(currentToast()?.description).toBe('Cheque not found'))
})

test('a waiver says that a cheque of the member is noted', async () => {
  const member = {
    id: 'm',
    label: 'Teak & Co',
    email: '',
    payable_paise: 5000_00,
    open_paise: 5000_00,
  }
  renderPage(<WaiveDialog member={member} onClose={() => {}} />)
  expect(
    await screen.findByText('Cheque 123456 of ₹5,000 is noted and has not cleared yet.'),
  ).toBeDefined()
})

test('a cheque whose payment was recorded before says so when it is cleared', async () => {
  renderPage(<HeldCheques memberId="m" />)
  await click(/^Cleared/)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  const entry = { id: 'e', receipt_number: null, amount_paise: 5000_00 }
  answers['POST cheques/c1/clear'] = {
    body: { entry: { ...entry, valid_from: null, valid_to: null }, account, was_recorded: true },
  }
  await click('Record payment')
  await waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Cheque cleared',
      description: 'Its payment was recorded before and counts once.',
    }),
  )
})
