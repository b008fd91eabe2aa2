// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage, startApi } from '#test/support/page/page.tsx'
import type { BankLine } from '../answers.ts'
import { SplitDialog } from './SplitDialog.tsx'
import { initialParts, leftOf, typedPartOf } from './split.ts'

const member = (id: string) => ({
  id,
  name: `Owner ${id}`,
  company_name: `Firm ${id}`,
  membership_number: null,
})
const line: BankLine = {
  id: 'l',
  date: '2026-05-02',
  narration: 'NEFT SHAH GROUP',
  reference: '',
  state: 'open',
  amount_paise: 10_000_00,
  receipt_number: null,
  is_reversed: false,
  payments: [],
  account: null,
  returned_on: null,
  decided_at: null,
  decided_by: null,
  proposal: null,
  member: null,
  candidates: [],
  named: [
    { ...member('a'), owed_paise: 5000_00 },
    { ...member('b'), owed_paise: 3000_00 },
  ],
}

test.each([
  ['what each owes', line.named, ['5000', '3000'], 2000_00],
  ['no more than the line has', [{ ...member('a'), owed_paise: 12_000_00 }], ['10000'], 0],
  [
    'nothing for one for whom nothing is left, or who owes nothing',
    [
      { ...member('a'), owed_paise: 10_000_00 },
      { ...member('b'), owed_paise: 1 },
      { ...member('c'), owed_paise: 0 },
    ],
    ['10000', '', ''],
    0,
  ],
  ['nobody', [], [], 10_000_00],
])('a split begins with %s', (_what, named, amounts, left) => {
  const parts = initialParts({ ...line, named })
  expect(parts.map(({ amount }) => amount)).toEqual(amounts)
  expect(leftOf(line.amount_paise, parts)).toBe(left)
})

test.each([
  ['what they owe', { ...member('a'), owed_paise: 2500_00 }, 4000_00, '2500'],
  ['no more than is left', { ...member('a'), owed_paise: 2500_00 }, 1000_00, '1000'],
  ['nothing when too much is assigned', { ...member('a'), owed_paise: 2500_00 }, -1, ''],
  ['nothing of a member who was searched for', member('a'), 4000_00, ''],
])('a member who is added gets %s', (_what, added, left, amount) => {
  expect(typedPartOf(added, left)).toEqual({ member: member('a'), amount })
})

let refusal: { status: number; headers?: Record<string, string>; body: string } | undefined
const bodies: unknown[] = []
const preview = {
  settles: [],
  owed_paise: 0,
  remaining_paise: 1000_00,
  credit_paise: 0,
  year: null,
  valid_from: null,
  valid_to: null,
}

beforeEach(async () => {
  bodies.length = 0
  await startApi(({ method, url }, body) => {
    if (url?.endsWith('/preview')) return { body: preview }
    if (method === 'PUT') {
      bodies.push(JSON.parse(body))
      const receipt_numbers = ['R1', 'R2']
      return (
        refusal ?? { body: { id: 'l', state: 'confirmed', receipt_number: null, receipt_numbers } }
      )
    }
    if (method === 'GET' && url?.startsWith('/api/admin/members?'))
      return { body: [member('a'), member('z')], headers: { 'X-Total-Count': '2' } }
    return { status: 404, body: 'Member not found' }
  })
})

test('a refused split keeps its parts: the same dialog asks for the reason of another payment', async () => {
  refusal = {
    status: 409,
    headers: { 'Error-Code': 'reference-taken' },
    body: 'A payment of ₹5,000 with this reference is already recorded for Boards (receipt R9)',
  }
  let isClosed = false
  renderPage(
    <SplitDialog
      line={line}
      emailsReceipts
      onSave={() => {}}
      onClose={() => {
        isClosed = true
      }}
    />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('₹2,000 left to assign')).toBeDefined()
  const button = () => dialog.getByRole<HTMLButtonElement>('button', { name: /^Record/ })
  expect(button().disabled).toBe(true)
  const [, second] = dialog.getAllByLabelText<HTMLInputElement>('Amount (₹)')
  if (!second) throw new Error('There is one member')
  await userEvent.clear(second)
  await userEvent.type(second, '5,00,0')
  expect(second.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(second)
  await userEvent.type(second, '5,000')
  expect(dialog.getByText('All of it is assigned')).toBeDefined()
  await userEvent.click(button())
  const reason = await dialog.findByLabelText('Why is it another payment?')
  expect(dialog.getByText(`${refusal.body}.`)).toBeDefined()
  expect(second.value).toBe('5,000')
  expect(button().disabled).toBe(true)
  await userEvent.type(reason, 'Three firms')
  refusal = undefined
  await userEvent.click(button())
  await waitFor(() => expect(isClosed).toBe(true))
  const parts = [
    { person_id: 'a', amount: '5000' },
    { person_id: 'b', amount: '5,000' },
  ]
  const body = { state: 'confirmed', parts, email_receipt: true }
  expect(bodies).toEqual([body, { ...body, another_payment: 'Three firms' }])
})

test('any member can be added: the nearest are offered, the others are searched', async () => {
  const candidates = ['a', 'c'].map((id) => ({ ...member(id), owed_paise: 2000_00 }))
  renderPage(
    <SplitDialog
      line={{ ...line, candidates }}
      emailsReceipts={false}
      onSave={() => {}}
      onClose={() => {}}
    />,
  )
  const dialog = within(await screen.findByRole('dialog'))
  const nearest = within(dialog.getByRole('list', { name: 'Nearest members' }))
  expect(nearest.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Firm cOwner c₹2,000 owed',
  ])
  await userEvent.click(nearest.getByRole('button'))
  await userEvent.type(dialog.getByLabelText('Add a member'), 'firm')
  await userEvent.click(await dialog.findByRole('button', { name: /Firm z/ }))
  expect(dialog.getAllByLabelText('Amount (₹)')).toHaveLength(4)
  expect(dialog.queryByRole('list')).toBeNull()
})
