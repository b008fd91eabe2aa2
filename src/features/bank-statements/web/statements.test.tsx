// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { FoundPayment } from '#features/dues/notices/found-payment.ts'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { BankLine, BankStatement, StatementReview } from '../answers.ts'
import { BankStatementsScreen } from './BankStatementsScreen.tsx'
import { sureText } from './ConfirmSureDialog.tsx'
import { ReportInStatement } from './components/ReportInStatement.tsx'
import { StatementReviewPage } from './StatementReviewPage.tsx'

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

const statement: BankStatement = {
  id: 's',
  file_name: 'may.csv',
  account: '4321',
  from: '2026-05-01',
  to: '2026-05-31',
  imported_at: '2026-06-01T09:00:00.000Z',
  imported_by: 'Meera',
  counts: { open: 1, confirmed: 0, recorded: 0, ignored: 0 },
  returns: 0,
}
const review: StatementReview = {
  statement,
  proposals: { sure: 1, likely: 0, none: 0 },
  paise: { sure: 5000_00, likely: 0, none: 0, confirmed: 0, recorded: 0, ignored: 0 },
  returns: 0,
  returned_payments: 0,
  sure: { count: 1, recorded: 0, amount_paise: 5000_00, token: 't' },
}
const line: BankLine = {
  id: 'l',
  date: '2026-05-02',
  narration: 'UPI OEM1 DUES',
  reference: '',
  state: 'open',
  amount_paise: 5000_00,
  receipt_number: null,
  is_reversed: false,
  returned_on: null,
  account: '4321',
  decided_at: null,
  decided_by: null,
  payments: [],
  named: [],
  candidates: [],
  proposal: {
    kind: 'payment',
    confidence: 'sure',
    person_id: 'm',
    entry_id: null,
    reason: 'The description has OEM1, the membership number of Teak & Co.',
  },
  member: { id: 'm', name: 'Asha', company_name: 'Teak & Co', membership_number: 'OEM1' },
}

let api: Awaited<ReturnType<typeof startApi>>
/** Answers by method and the end of the path without its query. */
let answers: Record<string, Answer>
const bodies: unknown[] = []

beforeEach(async () => {
  bodies.length = 0
  answers = {}
  api = await startApi(({ method, url }, body) => {
    const path = url?.split('?')[0]
    const call = Object.keys(answers).find((name) => {
      const [verb, end = ''] = name.split(' ')
      return verb === method && path?.endsWith(end)
    })
    if (method !== 'GET') bodies.push(JSON.parse(body))
    return answers[call ?? ''] ?? { status: 404, body: 'Nothing was found at this address' }
  })
})

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the statements say when they could not be loaded, and when there are none', async () => {
  answers['GET bank-statements'] = { status: 500, body: 'Something went wrong' }
  renderPage(<BankStatementsScreen />)
  expect(await screen.findByText("Couldn't load the bank statements")).toBeDefined()
  answers['GET bank-statements'] = { body: [] }
  await click('Try again')
  expect(await screen.findByText('No bank statements yet')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Import bank statement' })).toHaveLength(1)
})

test('a statement whose file has no number of the account is named by its file', async () => {
  answers['GET bank-statements'] = {
    body: [
      { ...statement, account: null },
      { ...statement, id: 't' },
    ],
  }
  renderPage(<BankStatementsScreen />)
  expect(await screen.findByText('may.csv')).toBeDefined()
  expect(screen.getByText('Account ending in 4321 · may.csv')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import bank statement' })).toBeDefined()
})

test('the debits are shown by a button beside the sums, again pressed by none', async () => {
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [line] }
  renderPage(<StatementReviewPage id="s" />)
  const sums = within(await screen.findByRole('list', { name: 'Lines by state' }))
  expect(sums.queryByText('Debits')).toBeNull()
  await click('Show debits')
  await waitFor(() => expect(window.location.search).toContain('show=debits'))
  expect(screen.getByRole('button', { name: 'Show debits', pressed: true })).toBeDefined()
  await click('Show debits')
  await waitFor(() => expect(window.location.search).not.toContain('show='))
})

test('once the sure matches are confirmed, the list leads to them', async () => {
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [line] }
  answers['POST confirm-sure'] = { body: { confirmed: 1, recorded: 0, failures: [] } }
  window.history.replaceState(null, '', '/?show=sure')
  renderPage(<StatementReviewPage id="s" />)
  await click('Confirm all sure ones (1)')
  const counts = { open: 0, confirmed: 2, recorded: 0, ignored: 0 }
  answers['GET /s'] = {
    body: {
      ...review,
      statement: { ...statement, counts },
      proposals: { sure: 0, likely: 0, none: 0 },
      sure: { ...review.sure, count: 0, amount_paise: 0 },
    },
  }
  answers['GET lines'] = { body: [] }
  await click('Confirm all')
  expect(await screen.findByText('Nothing is left to review here')).toBeDefined()
  await click('Confirmed (2)')
  await waitFor(() => expect(window.location.search).toContain('show=confirmed'))
  await click('Clear filters')
})

test('the list counts the lines that are confirmed, of which a split one has several payments', async () => {
  const counts = { open: 0, confirmed: 9, recorded: 0, ignored: 0 }
  answers['GET bank-statements'] = { body: [{ ...statement, counts }] }
  renderPage(<BankStatementsScreen />)
  expect(await screen.findByText('9 lines confirmed')).toBeDefined()
})

test('a line says why it is a member’s; a refusal leaves it open', async () => {
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [line] }
  answers['PUT /l'] = { status: 409, body: 'This member has been changed' }
  renderPage(<StatementReviewPage id="s" />)
  expect(await screen.findByText(line.proposal?.reason ?? '')).toBeDefined()
  await click('Confirm')
  await waitFor(() =>
    expect(bodies).toEqual([{ state: 'confirmed', person_id: 'm', email_receipt: true }]),
  )
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(false),
  )
})

const part = { item: 'dues', label: '', year: '2025-26', paise: 5000_00, open_paise: 0 } as const
test.each<[string, NonNullable<BankLine['pays']>]>([
  ['Pays Dues 2025-26.', [part]],
  ['Pays a part of Dues 2025-26.', [{ ...part, open_paise: 100 }]],
  ['Pays Stall at the fair.', [{ ...part, item: 'other', label: 'Stall at the fair' }]],
  [
    'Pays ₹3,000 of Arrears brought forward 2024-25 and ₹2,000 of Dues 2025-26.',
    [
      { ...part, item: 'arrears', year: '2024-25', paise: 3000_00 },
      { ...part, paise: 2000_00, open_paise: 100 },
    ],
  ],
  ['Pays ₹4,000 of Dues 2025-26; ₹1,000 becomes credit.', [{ ...part, paise: 4000_00 }]],
  ['Nothing is open that it pays: it becomes credit.', []],
])('a line says before it is confirmed: %s', async (text, pays) => {
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [{ ...line, pays }] }
  renderPage(<StatementReviewPage id="s" />)
  expect(await screen.findByText(text)).toBeDefined()
})

test.each([
  [1, 0, '1 payment of ₹44,050 is recorded with a receipt.'],
  [9, 0, '9 payments, ₹44,050 in total, are recorded, each with a receipt.'],
  [
    9,
    1,
    '8 payments, ₹44,050 in total, are recorded, each with a receipt. 1 line is recorded already and only matched.',
  ],
  [2, 2, '2 lines are recorded already and only matched.'],
])('confirming %i sure lines, %i of them recorded, says: %s', (count, recorded, text) => {
  expect(sureText({ count, recorded, amount_paise: 4_405_000, token: 't' })).toBe(text)
})

test('another member is searched for a line, and stays selected after a refusal', async () => {
  const ravi = { id: 'r', name: 'Ravi', company_name: 'Boards', membership_number: 'OEM2' }
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [{ ...line, member: null, proposal: null }] }
  answers['GET members'] = { body: [] }
  answers['PUT /l'] = { status: 500, body: 'Something went wrong' }
  renderPage(<StatementReviewPage id="s" />)
  await userEvent.click(await screen.findByLabelText('Email the receipts'))
  await click('Choose member')
  await userEvent.type(screen.getByLabelText('Search members'), 'bo')
  expect(await screen.findByText('No members match your search.')).toBeDefined()
  answers['GET members'] = {
    body: [{ ...ravi, email: '', whatsapp_number: '', photo_url: null }],
  }
  await userEvent.type(screen.getByLabelText('Search members'), 'ar')
  await waitFor(() => expect(api.requests.at(-1)).toContain('search=boar'))
  await userEvent.click(await screen.findByRole('radio'))
  await click('Record ₹5,000')
  await waitFor(() => expect(bodies.at(-1)).toEqual({ state: 'confirmed', person_id: 'r' }))
  // The preview of what the payment settles is requested first.
  expect(bodies[0]).toMatchObject({ amount: '5000' })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record ₹5,000' }).disabled).toBe(
      false,
    ),
  )
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true)
})

test.each([true, false])(
  'a payment that the bank took back is shown and can be reversed; with an email if the receipt was emailed (%j)',
  async (is_emailed) => {
    const reason = 'The bank returned the payment of Teak & Co (receipt R1) of 2 May 2026.'
    const debit = {
      ...line,
      id: 'd',
      amount_paise: -5000_00,
      narration: 'CHQ RTN',
      proposal: { kind: 'return', confidence: 'likely', person_id: 'm', entry_id: 'e', reason },
    }
    answers['GET /s'] = { body: { ...review, returns: 1, returned_payments: 1 } }
    answers['GET lines'] = { body: [debit] }
    answers['PUT /d'] = {
      body: { id: 'd', state: 'returned', receipt_number: 'R1', receipt_numbers: ['R1'] },
    }
    answers['POST preview'] = {
      body: {
        receipt_number: 'R1',
        is_emailed,
        before: null,
        after: null,
        credit_paise: 0,
        mail: { to: 'asha@teak.example', subject: 'Payment reversed', text: 'Dear Asha' },
      },
    }
    renderPage(<StatementReviewPage id="s" />)
    expect(await screen.findByText('The bank returned 1 payment')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Choose member' })).toBeNull()
    await click('Reverse the payment')
    expect(await screen.findByText('Reverse this payment?')).toBeDefined()
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText('Receipt R1 becomes void')).toBeDefined()
    await userEvent.type(dialog.getByLabelText(/Bank fee/), '295')
    await userEvent.click(dialog.getByRole('button', { name: 'Reverse the payment' }))
    await waitFor(() =>
      expect(bodies.at(-1)).toEqual({
        state: 'returned',
        entry_id: 'e',
        bank_fee: '295',
        ...(is_emailed && { email_member: true }),
      }),
    )
  },
)

test.each([
  [1, '1 debit mentions a return'],
  [2, '2 debits mention a return'],
])('debits of which no payment can be reversed are named: %i', async (returns, title) => {
  answers['GET /s'] = { body: { ...review, returns, returned_payments: 0 } }
  answers['GET lines'] = { body: [line] }
  renderPage(<StatementReviewPage id="s" />)
  expect(await screen.findByText(title)).toBeDefined()
  const sentence = 'No payment with the same amount and reference is left to reverse.'
  expect(screen.getByText(sentence)).toBeDefined()
})

test('payments of several members that the bank took back are reversed together, without a fee', async () => {
  const reason =
    'The bank returned the payments of Teak & Co. (receipt R1) and Boards (receipt R2).'
  const debit = {
    ...line,
    id: 'd',
    amount_paise: -5000_00,
    narration: 'UPI-REV',
    proposal: { kind: 'return', confidence: 'likely', person_id: null, entry_id: 'e', reason },
  }
  answers['GET /s'] = { body: { ...review, returns: 1, returned_payments: 1 } }
  answers['GET lines'] = { body: [debit] }
  const receipts = { receipt_number: null, receipt_numbers: ['R1', 'R2'] }
  answers['PUT /d'] = { body: { id: 'd', state: 'returned', ...receipts } }
  renderPage(<StatementReviewPage id="s" />)
  await click('Reverse the payments')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Reverse these payments?')).toBeDefined()
  expect(dialog.getByText(/^A bank fee is for one member/)).toBeDefined()
  expect(dialog.queryByLabelText(/Bank fee/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Reverse the payments' }))
  await waitFor(() => expect(bodies.at(-1)).toEqual({ state: 'returned', entry_id: 'e' }))
})

test('a reference of another member asks for the reason of another payment', async () => {
  const sentence =
    'A payment of ₹5,000 with this reference is already recorded for Boards (receipt R1)'
  answers['GET /s'] = { body: review }
  answers['GET lines'] = { body: [line] }
  answers['PUT /l'] = { status: 409, headers: { 'Error-Code': 'reference-taken' }, body: sentence }
  renderPage(<StatementReviewPage id="s" />)
  await click('Confirm')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(`${sentence}.`)).toBeDefined()
  await userEvent.type(dialog.getByLabelText('Why is it another payment?'), 'Two firms')
  await userEvent.click(dialog.getByRole('button', { name: 'Record it as another payment' }))
  await waitFor(() =>
    expect(bodies.at(-1)).toEqual({
      state: 'confirmed',
      person_id: 'm',
      another_payment: 'Two firms',
      email_receipt: true,
    }),
  )
})

test('a reference that a spreadsheet has shortened is unreadable', async () => {
  answers['GET /s'] = { body: { ...review, statement: { ...statement, account: '4321, 8765' } } }
  answers['GET lines'] = { body: [{ ...line, reference: '6.19E+11' }] }
  renderPage(<StatementReviewPage id="s" />)
  expect(await screen.findByText(/^The reference is unreadable/)).toBeDefined()
  expect(screen.getByText(/Account ending in 4321$/)).toBeDefined()
})

test('the nearest members are shown before a search, with what they owe', async () => {
  const near = { id: 'n', name: 'Ravi', company_name: 'Teak House', membership_number: null }
  const unknown = { ...line, proposal: null, member: null }
  answers['GET bank-statements/s'] = { body: review }
  answers['GET bank-statements/s/lines'] = {
    body: [{ ...unknown, candidates: [{ ...near, owed_paise: 7500_00 }] }],
  }
  answers['PUT lines/l'] = {
    body: { id: 'l', state: 'confirmed', receipt_number: 'R1', receipt_numbers: ['R1'] },
  }
  renderPage(<StatementReviewPage id="s" />)
  await click('Choose member')
  await userEvent.click(await screen.findByRole('radio', { name: /Teak House.*₹7,500 owed/ }))
  await click('Record ₹5,000')
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ state: 'confirmed', person_id: 'n' }))
})

test('a reported payment has the sentence of the statements, or that they could not be read', async () => {
  const text = 'Not in any imported statement yet.'
  answers['GET reports/statement-lines'] = {
    body: [{ report_id: 'r', text, credited_on: '2026-05-21', recorded_paise: null }],
  }
  const below = ({ creditedOn }: FoundPayment) => <p>Credited on {creditedOn ?? 'no day'}</p>
  const { unmount } = renderPage(<ReportInStatement reportId="r">{below}</ReportInStatement>)
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.getByText('Credited on 2026-05-21')).toBeDefined()
  unmount()
  answers['GET reports/statement-lines'] = { status: 500, body: 'Something went wrong' }
  renderPage(<ReportInStatement reportId="r">{below}</ReportInStatement>)
  expect(await screen.findByText("Couldn't look in the bank statements.")).toBeDefined()
  expect(screen.getByText('Credited on no day')).toBeDefined()
})

test('a debit marks a held cheque as returned, with the fee that the bank took', async () => {
  const back: BankLine = {
    ...{ ...line, amount_paise: -5000_00, member: null },
    proposal: {
      kind: 'return',
      confidence: 'likely',
      person_id: 'm',
      entry_id: null,
      cheque_id: 'c',
      bank_fee_paise: 590_00,
      reason: 'The bank returned cheque 123456.',
    },
  }
  answers['GET bank-statements/s'] = { body: review }
  answers['GET bank-statements/s/lines'] = { body: [back] }
  answers['PUT lines/l'] = {
    body: { id: 'l', state: 'returned', receipt_number: null, receipt_numbers: [] },
  }
  renderPage(<StatementReviewPage id="s" />)
  await click('Mark the cheque as returned')
  await click('Mark as returned')
  await waitFor(() =>
    expect(bodies.at(-1)).toEqual({ state: 'returned', cheque_id: 'c', bank_fee: '590' }),
  )
})
