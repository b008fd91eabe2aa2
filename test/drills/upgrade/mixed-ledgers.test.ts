import { expect, test } from 'vitest'
import { mixedMembers } from './mixed-ledgers.ts'

const dues = { item: 'dues', on_account: true, reverses_id: null }
const entry = (id: number, kind: string, fields: object = {}) => ({
  ...{ id: `e${id}`, kind, ...dues, valid_from: '2026-04-01', recorded_at: `2026-05-0${id}` },
  ...fields,
})
const charge = entry(1, 'charge')
const ownDays = { item: null, on_account: false }

test.each<[string, boolean, object[]]>([
  ['a charge and its payment', false, [charge, entry(2, 'payment')]],
  ['a payment for days of its own', false, [entry(1, 'payment', ownDays)]],
  ['one on the account', true, [charge, entry(2, 'payment', { ...ownDays, on_account: true })]],
  ['a part payment', true, [charge, entry(2, 'payment', { valid_from: null })]],
  ['a part that is waived', true, [charge, entry(2, 'waiver', { valid_from: null })]],
  [
    'a part payment that was cancelled',
    false,
    [
      charge,
      entry(2, 'payment', { valid_from: null }),
      entry(3, 'reversal', { reverses_id: 'e2', valid_from: null }),
    ],
  ],
  ['a settlement', true, [charge, entry(2, 'settlement')]],
  [
    'a charge that was cancelled after it was paid',
    true,
    [charge, entry(2, 'payment'), entry(3, 'cancellation', { reverses_id: 'e1' })],
  ],
  [
    'a charge that was cancelled before a payment',
    false,
    [charge, entry(2, 'cancellation', { reverses_id: 'e1' }), entry(3, 'payment')],
  ],
])('with %s a ledger is mixed: %s', (_case, isMixed, body) => {
  const asha = { email: 'asha@cast.example', membership_number: 'OEM2019001' }
  const mixed = mixedMembers({
    names: new Map([['id-of-asha', asha.email]]),
    texts: new Map([
      ['2027-05-20 administrator: GET /api/admin/members', JSON.stringify({ body: [asha] })],
      [
        '2027-05-20 administrator: GET /api/admin/members/id-of-asha/payments',
        JSON.stringify({ body }),
      ],
    ]),
  })
  expect([...mixed]).toEqual(isMixed ? [asha.email, asha.membership_number] : [])
})
