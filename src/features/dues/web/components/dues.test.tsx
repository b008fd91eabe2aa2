// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import { yearsToRaise } from '../calls.ts'
import { MemberAccount } from './account/MemberAccount.tsx'
import { WaiveDialog } from './account/WaiveDialog.tsx'
import { RecordPaymentDialog } from './payments/RecordPaymentDialog.tsx'
import { DuesRatesTab } from './runs/DuesRatesTab.tsx'
import { RaiseDuesDialog } from './runs/RaiseDuesDialog.tsx'
import { RunsDialog } from './runs/RunsDialog.tsx'

type Api = Awaited<ReturnType<typeof startApi>>
type Answer = Awaited<ReturnType<Api['handle']>>

let api: Api
/** Answers by method and the end of the path; a function gets the body. */
let answers: Record<string, Answer | ((body: string) => Answer)>
const member = {
  id: 'm',
  label: 'Teak & Co, OEM2024001',
  email: 'a@teak.example',
  payable_paise: 5000_00,
  open_paise: 5000_00,
}
const account = {
  balance_paise: -5000_00,
  credit_paise: 0,
  owed_paise: 5000_00,
  charges: [],
  status: 'due',
  updated_at: '2026-11-20T09:00:00.000Z',
}
const preview = {
  settles: [{ item: 'dues', label: '', year: '2026-27', paise: 5000_00, open_paise: 0 }],
  owed_paise: 5000_00,
  remaining_paise: 0,
  credit_paise: 0,
  charge_id: null,
  year: '2026-27',
  valid_from: '2026-04-01',
  valid_to: '2027-03-31',
}
const refusal = { status: 409, body: 'Someone else has changed this member' }
const onClose = vi.fn()

beforeEach(async () => {
  onClose.mockReset()
  answers = {
    'GET account': { body: account },
    'POST dues-payments/preview': (body) => {
      const isPart = JSON.parse(body).amount === '1000'
      const part = { remaining_paise: 4000_00, year: null, valid_from: null, valid_to: null }
      return { body: isPart ? { ...preview, ...part } : preview }
    },
  }
  api = await startApi(({ method, url }, body) => {
    const call = Object.keys(answers).find((name) => {
      const [verb, end = ''] = name.split(' ')
      return verb === method && url?.endsWith(end)
    })
    const answer = call === undefined ? undefined : answers[call]
    return (
      (typeof answer === 'function' ? answer(body) : answer) ?? { status: 404, body: 'Nothing' }
    )
  })
})

afterEach(() => {
  sessionStorage.clear()
})

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const click = async (name: string | RegExp) => userEvent.click(await button(name))
const isEnabled = (name: string) =>
  waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false),
  )
const typedIn = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

test('a payment says what it settles before it is recorded; a refusal keeps what was typed', async () => {
  const sent: unknown[] = []
  answers['POST dues-payments'] = (body) => {
    sent.push(JSON.parse(body))
    return refusal
  }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  expect(screen.getByText('Membership valid 01/04/2026 to 31/03/2027.')).toBeDefined()
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await click('Record payment')
  expect(await screen.findByText(/^Please enter the amount/)).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '1000')
  expect(await screen.findByText('₹4,000 will still be owed.')).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Payment Reference/), 'UTR 42')
  await click('Record ₹1,000')
  expect(await screen.findByText('Please choose how it was paid')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Bank Transfer'))
  await userEvent.click(screen.getByLabelText('Cash'))
  await click('Record ₹1,000')
  await waitFor(() => expect(sent.length).toBe(1))
  expect(await screen.findByText('Someone else has changed this member.')).toBeDefined()
  await isEnabled('Record ₹1,000')
  expect(onClose).not.toHaveBeenCalled()
  expect([typedIn('Amount (₹)'), typedIn(/^Payment Reference/)]).toEqual(['1000', 'UTR 42'])

  const entry = { id: 'e', receipt_number: 'R2026-27/0001', amount_paise: 1000_00 }
  answers['POST dues-payments'] = {
    status: 201,
    body: { entry: { ...entry, valid_from: null, valid_to: null }, account },
  }
  await isEnabled('Record ₹1,000')
  await click('Record ₹1,000')
  await waitFor(() => expect(onClose.mock.calls.length).toBe(1))
  expect(sent[0]).toMatchObject({
    amount: '1000',
    mode: 'Cash',
    reference: 'UTR 42',
    email_receipt: true,
    updated_at: account.updated_at,
  })
})

test('a payment that the member reported is named before one is recorded, and read again after', async () => {
  const report = { id: 'r', person_id: 'm', reference: 'UTR 42', paid_on: '2026-11-02' }
  const other = { ...report, id: 's', person_id: 'n', reference: '77' }
  answers['GET reports?status=open'] = {
    body: [report, other].map((one) => ({ ...one, amount_paise: 7500_00 })),
  }
  const entry = { id: 'e', receipt_number: null, valid_from: null, valid_to: null }
  answers['POST dues-payments'] = { status: 201, body: { entry, account } }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Reported: ₹7,500 on 02/11/2026, UTR 42')).toBeDefined()
  expect(screen.queryByText(/UTR 77/)).toBeNull()
  const link = screen.getByRole('link', { name: 'Show reported payments' })
  expect(link.getAttribute('href')).toBe('/admin/renewals?reports=open')
  answers['GET reports?status=open'] = { body: [] }
  await userEvent.click(screen.getByLabelText('Cash'))
  await isEnabled('Record ₹5,000')
  await click('Record ₹5,000')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByText(/^Reported:/)).toBeNull())
})

test('a reference of another member is recorded only with a reason, and another reference needs none', async () => {
  const sent: unknown[] = []
  const sentence = 'A payment of ₹5,000 with this reference is already recorded for Teak & Co'
  answers['POST dues-payments'] = (body) => {
    sent.push(JSON.parse(body))
    return { status: 409, headers: { 'Error-Code': 'reference-taken' }, body: sentence }
  }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  await userEvent.click(screen.getByLabelText('Bank Transfer'))
  await userEvent.type(screen.getByLabelText(/^Payment Reference/), 'UTR 42')
  await click('Record ₹5,000')
  expect(await screen.findByText(`${sentence}.`)).toBeDefined()
  await click('Record it as another payment')
  expect(await screen.findByText('Please say why it is another payment')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Why is it another payment?'), 'Two firms')
  await click('Record it as another payment')
  await waitFor(() => expect(sent.length).toBe(2))
  expect(sent).toMatchObject([{ reference: 'UTR 42' }, { another_payment: 'Two firms' }])
  await userEvent.type(screen.getByLabelText(/^Payment Reference/), '3')
  await isEnabled('Record ₹5,000')
})

test('typed values are restored after Escape, and not after Cancel; the rest follows the account', async () => {
  const first = renderPage(<WaiveDialog member={member} onClose={onClose} />)
  await userEvent.type(await screen.findByLabelText('Reason'), 'Fire in the factory')
  first.unmount()
  renderPage(<WaiveDialog member={{ ...member, open_paise: 3000_00 }} onClose={onClose} />)
  expect(await screen.findByText('Your unsaved changes were restored.')).toBeDefined()
  expect([typedIn('Amount (₹)'), typedIn('Reason')]).toEqual(['3000', 'Fire in the factory'])
  await click('Cancel')
  expect([onClose.mock.calls.length, typedIn('Reason')]).toEqual([1, ''])
  expect(sessionStorage.length).toBe(0)
})

test('a payment refused as changed meanwhile shows what it settles now', async () => {
  const conflict = { 'Error-Code': 'edit-conflict' }
  answers['POST dues-payments'] = () => {
    const other = { settles: [], owed_paise: 0, credit_paise: 5000_00 }
    answers['POST dues-payments/preview'] = { body: { ...preview, ...other } }
    return { status: 409, headers: conflict, body: 'Asha has changed this member' }
  }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Settles everything owed')).toBeDefined()
  await userEvent.click(screen.getByLabelText('Cash'))
  await click('Record ₹5,000')
  expect(await screen.findByText(/^Asha has changed this member\. The account/)).toBeDefined()
  expect(await screen.findByText('No dues are owed')).toBeDefined()
})

test('a payment is for what is due first, for the charge of its amount, or for the one that is chosen', async () => {
  const charge = { item: 'dues', label: '', year: '2026-27', amount_paise: 5000_00 }
  const stall = { ...charge, item: 'other', label: 'Expo stall C4', id: 's', open_paise: 29_500_00 }
  const charges = [{ ...charge, id: 'd', open_paise: 5000_00 }, stall]
  answers['GET account'] = { body: { ...account, charges } }
  const sent: unknown[] = []
  answers['POST dues-payments/preview'] = (body) => {
    const { amount, charge_id } = JSON.parse(body)
    const told = amount === '29500' ? 's' : null
    const notices = ['Receipt R2026-27/0013 of today is of the same amount']
    return { body: { ...preview, notices, charge_id: charge_id === undefined ? told : charge_id } }
  }
  answers['POST dues-payments'] = (body) => {
    sent.push(JSON.parse(body).charge_id)
    return refusal
  }
  renderPage(<RecordPaymentDialog member={member} onClose={onClose} />)
  await screen.findByText('Receipt R2026-27/0013 of today is of the same amount.')
  const chosen = () => screen.findByLabelText<HTMLSelectElement>('For')
  expect((await chosen()).selectedOptions[0]?.text).toBe('What is due first')
  await userEvent.click(screen.getByLabelText('Cash'))
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '29500')
  await screen.findByText('Just this amount is open')
  expect((await chosen()).selectedOptions[0]?.text).toBe('Expo stall C4: ₹29,500')
  await click('Record ₹29,500')
  await waitFor(() => expect(sent).toEqual([undefined]))
  await userEvent.selectOptions(await chosen(), 'What is due first')
  await isEnabled('Record ₹29,500')
  await click('Record ₹29,500')
  await waitFor(() => expect(sent).toEqual([undefined, null]))
  await userEvent.selectOptions(await chosen(), 'Dues 2026-27: ₹5,000')
  await isEnabled('Record ₹29,500')
  await click('Record ₹29,500')
  await waitFor(() => expect(sent).toEqual([undefined, null, 'd']))
})

test('a waiver lists what is open, and what stays owed of it', async () => {
  const charge = { item: 'dues', label: '', amount_paise: 3000_00, open_paise: 3000_00 }
  const charges = [
    { ...charge, id: 'a', year: '2025-26' },
    { ...charge, id: 'b', year: '2026-27', open_paise: 2000_00 },
  ]
  answers['GET account'] = { body: { ...account, charges } }
  renderPage(<WaiveDialog member={member} onClose={onClose} />)
  expect(await screen.findByText('Dues 2026-27: ₹2,000, waived in full')).toBeDefined()
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '3500')
  expect(await screen.findByText('Dues 2025-26: ₹3,000, waived in full')).toBeDefined()
  expect(screen.getByText('Dues 2026-27: ₹2,000, of which ₹1,500 stays owed')).toBeDefined()
  expect(screen.getByText('₹1,500 will still be owed.')).toBeDefined()
})

test('the receipt is not emailed to a member without an address', async () => {
  renderPage(<RecordPaymentDialog member={{ ...member, email: '' }} onClose={onClose} />)
  const box = await screen.findByLabelText<HTMLInputElement>('Email the receipt')
  expect([box.checked, box.disabled]).toEqual([false, true])
  expect(screen.getByText('This member has no email address.')).toBeDefined()
})

test('a waiver says before what speaks against it', async () => {
  const notice = 'The tax of its invoice stays due.'
  answers['POST waivers/preview'] = { body: { notices: [notice] } }
  renderPage(<WaiveDialog member={member} onClose={onClose} />)
  expect(await screen.findByText(notice)).toBeDefined()
})

test('a waiver needs a reason and at most what is owed; a refusal keeps both', async () => {
  answers['POST waivers'] = {
    status: 409,
    headers: { 'Error-Field': 'amount' },
    body: 'This member owes ₹1,000',
  }
  renderPage(<WaiveDialog member={member} onClose={onClose} />)
  await isEnabled('Waive ₹5,000')
  await click('Waive ₹5,000')
  expect(await screen.findByText('Please enter the reason')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Reason'), 'Fire in the factory')
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '6000')
  expect(screen.getByText('Only ₹5,000 is owed')).toBeDefined()
  await click('Waive dues')
  expect(api.requests).not.toContain('POST /api/admin/members/m/waivers')
  await userEvent.clear(screen.getByLabelText('Amount (₹)'))
  await userEvent.type(screen.getByLabelText('Amount (₹)'), '2000')
  expect(screen.getByText('₹3,000 will still be owed.')).toBeDefined()
  await click('Waive ₹2,000')
  const field = screen.getByLabelText('Amount (₹)')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('This member owes ₹1,000')).toBeDefined()
  expect([typedIn('Amount (₹)'), typedIn('Reason')]).toEqual(['2000', 'Fire in the factory'])
  expect(onClose).not.toHaveBeenCalled()
})

const runPreview = {
  token: 't',
  year: '2026-27',
  count: 3,
  affected: 1,
  amount_paise: 6000_00,
  lapsed: 1,
  notices: ['For 1 member, credit with another tax pays a part.'],
  by_role: [],
  members: [
    {
      id: 'm',
      name: 'Asha',
      company_name: 'Teak & Co',
      membership_number: null,
      role: 'oem',
      amount_paise: 6000_00,
      credit_paise: 500_00,
      charges: [
        { item: 'dues', amount_paise: 5000_00, due_on: '2026-04-30' },
        { item: 'joining fee', amount_paise: 1000_00, due_on: '2026-04-30' },
      ],
    },
  ],
  left_out: [
    {
      reason: 'Paid for 2026-27 already',
      count: 2,
      members: [{ id: 'r', name: 'Ravi', company_name: '', membership_number: null }],
    },
  ],
}
const run = {
  id: 'r1',
  year: '2026-27',
  raised_at: '2026-04-01T05:30:00.000Z',
  raised_by: 'Meera',
  members: 1,
  amount_paise: 6000_00,
  undone_at: null,
  undone_by: null,
}

test('dues are raised as previewed: who pays how much, and who is left out', async () => {
  answers['POST dues/runs/preview'] = { body: runPreview }
  answers['POST dues/runs'] = { status: 409, body: 'The members have changed' }
  renderPage(<RaiseDuesDialog ids={['m', 'r']} onClose={onClose} />)
  expect(await screen.findByText('1 member, ₹6,000')).toBeDefined()
  expect(screen.getByText('1 member will be lapsed at once')).toBeDefined()
  expect(screen.getByText('For 1 member, credit with another tax pays a part.')).toBeDefined()
  expect(
    screen.getByText('₹6,000 (joining fee ₹1,000) due 30/04/2026, ₹500 from credit'),
  ).toBeDefined()
  const leftOut = screen.getByText('Paid for 2026-27 already: 2').closest('details')
  expect(within(leftOut as HTMLElement).getByText('and 1 more')).toBeDefined()
  await click('Raise dues for 1 member')
  const previews = () => api.requests.filter((request) => request.endsWith('/preview')).length
  await waitFor(() => expect(previews()).toBe(2))
  expect(onClose).not.toHaveBeenCalled()

  answers['POST dues/runs'] = { status: 201, body: run }
  await isEnabled('Raise dues for 1 member')
  await click('Raise dues for 1 member')
  await waitFor(() => expect(onClose.mock.calls).toEqual([[true]]))
})

test('dues that no member has to pay cannot be raised; a failed preview is tried again', async () => {
  answers['POST dues/runs/preview'] = { status: 500, body: 'Something went wrong' }
  renderPage(<RaiseDuesDialog onClose={onClose} />)
  expect(await screen.findByText("Couldn't load the preview")).toBeDefined()
  answers['POST dues/runs/preview'] = {
    body: { ...runPreview, affected: 0, lapsed: 0, members: [], left_out: [] },
  }
  await click('Try again')
  expect(await screen.findByText(/^No one owes dues for/)).toBeDefined()
  expect((await button('Raise dues')).disabled).toBe(true)
})

test('the list of dues raised says when it is empty, fails or refuses an undo', async () => {
  answers['GET dues/runs'] = { status: 500, body: 'Something went wrong' }
  const failed = renderPage(<RunsDialog onClose={onClose} />)
  const retry = await button('Try again')
  answers['GET dues/runs'] = { body: [] }
  await userEvent.click(retry)
  expect(await screen.findByText('No dues raised yet')).toBeDefined()
  failed.unmount()

  answers['GET dues/runs'] = { body: [run] }
  answers['POST undo'] = { status: 409, body: 'Something was paid on these dues' }
  renderPage(<RunsDialog onClose={onClose} />)
  await click(/^Undo/)
  await click('Undo')
  await waitFor(() => expect(api.requests).toContain('POST /api/admin/dues/runs/r1/undo'))
  expect(await screen.findByText(/^Dues 2026-27: 1 member/)).toBeDefined()
})

test('dues of a year are checked before they are saved; a refusal keeps what was typed', async () => {
  answers['GET rates'] = { body: [] }
  answers['PUT rates'] = { status: 409, body: 'These dues have been changed' }
  renderPage(<DuesRatesTab />)
  const [oem] = await screen.findAllByLabelText<HTMLInputElement>('Annual dues (₹)')
  if (!oem) throw new Error('No form')
  const years = screen.getByLabelText<HTMLSelectElement>('Financial year')
  await userEvent.selectOptions(years, years.options[1]?.value ?? '')
  expect(screen.queryByText('Save Changes')).toBeNull()
  const [fee] = screen.getAllByLabelText<HTMLInputElement>(/^Joining fee/)
  await userEvent.type(fee as HTMLInputElement, '500')
  await click('Save Changes')
  // The vendors, for whom nothing was typed, need no amount.
  expect(await screen.findAllByText(/^Please enter the amount/)).toHaveLength(1)
  expect(api.requests).toEqual(['GET /api/admin/dues/rates'])
  const [amount] = screen.getAllByLabelText<HTMLInputElement>('Annual dues (₹)')
  expect(document.activeElement).toBe(amount)
  await userEvent.type(amount as HTMLInputElement, '6500')
  await click('Save Changes')
  await waitFor(() => expect(api.requests).toContain('PUT /api/admin/dues/rates'))
  expect(amount?.value).toBe('6500')
})

test('saved dues are shown in lakh grouping', async () => {
  const year = yearsToRaise(new Date()).initial
  const saved = {
    year,
    role: 'oem',
    amount_paise: 1_25_000_00,
    joining_fee_paise: 0,
    proration: 'none',
    due_on: `${year.slice(0, 4)}-04-30`,
    grace_days: 60,
    recorded_at: `${year.slice(0, 4)}-04-01T09:00:00.000Z`,
    recorded_by: null,
  }
  answers['GET rates'] = { body: [saved] }
  renderPage(<DuesRatesTab />)
  const [oem] = await screen.findAllByLabelText<HTMLInputElement>('Annual dues (₹)')
  expect(oem?.value).toBe('1,25,000')
})

test('the account of a member is absent until they are charged, and can be loaded again', async () => {
  const asha = { id: 'm', name: 'Asha', company_name: 'Teak & Co', email: '' }
  answers['GET account'] = { status: 500, body: 'Something went wrong' }
  const { container } = renderPage(<MemberAccount member={asha} />)
  const retry = await button('Try again')
  answers['GET account'] = { body: { ...account, balance_paise: 0, owed_paise: 0 } }
  await userEvent.click(retry)
  await waitFor(() => expect(container.textContent).toBe(''))
})
