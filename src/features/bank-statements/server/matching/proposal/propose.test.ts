import { expect, test } from 'vitest'
// cspell:ignore SARASWAT
import { known, line, propose } from '#test/support/money/proposals.ts'
import { buildMemberIndex, identifyLines } from '../clues/identify.ts'
import { distinctUtrs } from '../clues/references.ts'
import type { BouncedPayment, LedgerPayment } from './facts.ts'

test.each([
  [
    'UPI-RAVI-RAVI@OKHDFC-FPMA 7K3Q 9X2M',
    'sure',
    '7',
    'The description has FPMA7K3Q9X2M, the reference of the dues notice of Vidarbha Laminates LLP, and ₹5,900 is what they owe.',
  ],
  [
    'NEFT/oem-2026-003/DUES',
    'sure',
    '3',
    'The description has OEM2026003, the membership number of M/s. Aggarwal Timber & Co., and ₹5,900 is what they owe.',
  ],
  [
    'NEFT CR-ICIC0000123-SHREE MARUDHAR FURNITURE WORKS PVT-DUES',
    'sure',
    '0',
    'The description has the name Shree Marudhar Furniture Works Pvt Ltd, and ₹5,900 is what they owe.',
  ],
  [
    'UPI/VIDARBHALAMINATES/OKSBI',
    'sure',
    '7',
    'The description has the name Vidarbha Laminates LLP, and ₹5,900 is what they owe.',
  ],
  [
    'UPI/609500000001/DUES/SHREE MARUDHAR FURN/HDFC',
    'likely',
    '0',
    'The description has a name like Shree Marudhar Furniture Works Pvt Ltd, and ₹5,900 is what they owe.',
  ],
  [
    'NEFT-AGARWAL TIMBER',
    'likely',
    '3',
    'The description has a name like M/s. Aggarwal Timber & Co., and ₹5,900 is what they owe.',
  ],
  [
    'IMPS/RAVI IYER/SAVINGS',
    'likely',
    '7',
    'The description has the name Ravi Iyer, of Vidarbha Laminates LLP, and ₹5,900 is what they owe.',
  ],
  [
    'BY CHEQUE R2025-26/0042',
    'likely',
    '3',
    'The description has R2025-26/0042, a receipt number of M/s. Aggarwal Timber & Co., and ₹5,900 is what they owe. A cheque may not be cleared yet.',
  ],
])('%s is %s', async (narration, confidence, person_id, reason) => {
  expect(await propose([line(narration)])).toEqual([
    { kind: 'payment', confidence, person_id, entry_id: null, reason },
  ])
})

test('a reported payment with the same reference and amount is sure', async () => {
  const reference = '000609512345678'
  expect(await propose([line('UPI/P2A/X', 300_000, { reference })])).toMatchObject([
    {
      confidence: 'sure',
      person_id: '6',
      reason:
        'New Furniture House reported a payment with the reference 609512345678, and the amount is the same.',
    },
  ])
  expect(await propose([line('UPI/P2A/X', 200_000, { reference })])).toMatchObject([
    { confidence: 'likely', person_id: '6' },
  ])
})

test.each([
  ['INT.PD:01-01-2026 TO 31-03-2026'],
  ['CASH DEPOSIT SELF'],
  ['NEFT-JODHPUR FURNITURE WORKS'],
  ['UPI/609500000009/INDIAN INTERIORS'],
  ['REV-UPI-CHARGES FURNITURE'],
])('%s matches no member', async (narration) => {
  expect(await propose([line(narration)])).toMatchObject([
    { confidence: 'none', person_id: null, reason: 'No member matches this line.' },
  ])
})

test('companies with the same words are not sure', async () => {
  expect((await propose([line('NEFT DECORA PANELS')]))[0]?.confidence).not.toBe('sure')
  expect((await propose([line('NEFT KAVERI INTERIORS')]))[0]?.confidence).not.toBe('sure')
  expect(await propose([line('NEFT DECORA PANELS AND BOARDS')])).toMatchObject([
    { confidence: 'sure', person_id: '2' },
  ])
})

test('an amount that is not owed is never sure', async () => {
  expect(await propose([line('NEFT VIDARBHA LAMINATES', 200_000)])).toMatchObject([
    {
      confidence: 'likely',
      reason:
        'The description has the name Vidarbha Laminates LLP; ₹2,000 is part of the ₹5,900 they owe.',
    },
  ])
  expect((await propose([line('NEFT VIDARBHA LAMINATES', 700_000)]))[0]?.reason).toContain(
    '; ₹7,000 is more than the ₹5,900 they owe.',
  )
  expect(await propose([line('NEFT VIDARBHA LAMINATES')], { owed: new Map() })).toMatchObject([
    {
      confidence: 'none',
      reason: 'The description has the name Vidarbha Laminates LLP, but they owe nothing.',
    },
  ])
})

test('dues that were not raised are sure only with a number of the portal', async () => {
  const notRaised = new Set(['7'])
  expect(await propose([line('NEFT VIDARBHA LAMINATES')], { notRaised })).toMatchObject([
    {
      confidence: 'likely',
      reason:
        'The description has the name Vidarbha Laminates LLP, and ₹5,900 are the dues of the year.',
    },
  ])
  expect(await propose([line('UPI OEM2026007')], { notRaised })).toMatchObject([
    { confidence: 'sure' },
  ])
  expect((await propose([line('UPI OEM2026007', 100)], { notRaised }))[0]?.reason).toContain(
    '; the dues of the year are ₹5,900.',
  )
})

test('what a member owes is proposed for one line only', async () => {
  const [first, second, third] = await propose([
    line('NEFT VIDARBHA LAMINATES', 590_000, { id: 'a' }),
    line('UPI OEM2026007 DUES', 590_000, { id: 'b', date: '2026-04-09' }),
    line('VIDARBHA LAMINATES UPI', 590_000, { id: 'c', date: '2026-04-10' }),
  ])
  expect(second).toMatchObject({ confidence: 'sure', person_id: '7' })
  const taken = {
    confidence: 'none',
    person_id: null,
    reason:
      'The description has the name Vidarbha Laminates LLP, but another line is proposed for what they owe.',
  }
  expect([first, third]).toMatchObject([taken, taken])
})

const whatToDo =
  'has the same reference 609500000077. If the bank credited the money once, ignore this line. If it credited the money twice, record the second payment with Record payment, on its day and without the reference, then mark this line as recorded.'

test('two lines with one reference are never sure', async () => {
  const reference = '609500000077'
  const lines = (amount: number) => [
    line('NEFT VIDARBHA LAMINATES', 590_000, { id: 'a', reference }),
    line('NEFT VIDARBHA LAMINATES', amount, { id: 'b', reference }),
  ]
  expect(await propose(lines(590_000))).toMatchObject([
    {
      kind: 'payment',
      confidence: 'likely',
      person_id: '7',
      reason: expect.stringMatching(/ Another line has the same reference 609500000077\.$/),
    },
    { confidence: 'none', reason: `Another line ${whatToDo}` },
  ])
  expect((await propose(lines(100_000))).map((one) => one?.confidence)).toEqual(['likely', 'none'])
})

test.each([590_000, 350_000])(
  'a line of %i paise whose reference another line has brought is not recorded for sure',
  async (amount) => {
    const reference = '609500000077'
    const payments = [recorded({ reference, is_matched: true })]
    const [again] = await propose([line('NEFT VIDARBHA LAMINATES', amount, { reference })], {
      payments,
    })
    expect(again).toMatchObject({
      kind: 'none',
      confidence: 'none',
      entry_id: null,
      reason: `Another line, which is the payment of Vidarbha Laminates LLP (receipt R2026-27/0001), ${whatToDo}`,
    })
    // What the sentence says ends it.
    const byHand = recorded({ id: 'e2', amount_paise: amount })
    expect(
      await propose([line('NEFT VIDARBHA LAMINATES', amount, { reference })], {
        payments: [...payments, byHand],
      }),
    ).toMatchObject([{ kind: 'recorded', confidence: 'sure', entry_id: 'e2' }])
  },
)

test.each<[string, Partial<BouncedPayment>, kind: string]>([
  ['the same day', { reference: '' }, 'none'],
  ['the same day in a line of the statement', { reference: '', is_in_statement: true }, 'payment'],
  ['the same day with another reference', { reference: '609500000055' }, 'payment'],
  ['the same reference', { reference: '609500000077', paid_on: '2026-03-01' }, 'none'],
  ['another day', { paid_on: '2026-04-01' }, 'payment'],
  ['another member', { person_id: '2' }, 'payment'],
  ['another amount', { amount_paise: 100_000 }, 'payment'],
])('a credit that the bank took back: a payment of %s', async (_why, more, kind) => {
  const back = { ...recorded({}), is_in_statement: false, ...more }
  const lines = [line('NEFT VIDARBHA LAMINATES', 590_000, { reference: '609500000077' })]
  const [proposal] = await propose(lines, { bounced: [back] })
  expect(proposal).toMatchObject({ kind })
  if (kind === 'none')
    expect(proposal?.reason).toBe(
      'The bank took this credit back: the payment of Vidarbha Laminates LLP (receipt R2026-27/0001) was reversed as returned. Ignore the line.',
    )
})

test('a line with an unknown membership number is never sure', async () => {
  expect(await propose([line('NEFT-VIDARBHA LAMINATES-OEM2026999-DUES')])).toMatchObject([
    {
      confidence: 'likely',
      person_id: '7',
      reason: expect.stringMatching(
        / The description has OEM2026999, a membership number that no active member has\.$/,
      ),
    },
  ])
  for (const other of ['OEM 2026-27', 'OEM20269', 'OEM2026007', 'ICIC2026999'])
    expect(await propose([line(`NEFT-VIDARBHA LAMINATES-${other}`)])).toMatchObject([
      { confidence: 'sure' },
    ])
})

test('two parts of what is owed are proposed both, and neither is sure', async () => {
  const proposals = await propose([
    line('UPI OEM2026007 DUES', 300_000, { id: 'a' }),
    line('UPI OEM2026007 REST', 290_000, { id: 'b' }),
  ])
  expect(proposals).toMatchObject([
    {
      confidence: 'likely',
      reason: expect.stringMatching(/₹3,000 is part of the ₹5,900 they owe/),
    },
    {
      confidence: 'likely',
      reason: expect.stringMatching(
        /; with the lines proposed before, ₹2,900 comes to the ₹5,900 they owe\.$/,
      ),
    },
  ])
  const names = ['a', 'b'].map((id) => line('NEFT VIDARBHA LAMINATES', 295_000, { id }))
  const [first, second] = await propose(names)
  expect([first?.confidence, second?.confidence]).toEqual(['likely', 'likely'])
  expect(second?.reason).toMatch(/with the lines proposed before, ₹2,950 comes to the ₹5,900/)
  const [, more] = await propose([
    line('UPI OEM2026007 DUES', 300_000, { id: 'a' }),
    line('UPI OEM2026007 REST', 300_000, { id: 'b' }),
  ])
  expect(more?.reason).toMatch(/with the lines proposed before, ₹3,000 is more than the ₹5,900/)
})

const recorded = (more: Partial<LedgerPayment>): LedgerPayment => ({
  id: 'e1',
  person_id: '7',
  amount_paise: 590_000,
  reference: '',
  receipt_number: 'R2026-27/0001',
  mode: 'Bank',
  paid_on: '2026-04-05',
  is_matched: false,
  ...more,
})

test('a payment of the ledger with the same UTR is already recorded', async () => {
  const lines = [line('NEFT-ICICN26040512345678-ANYBODY')]
  const payments = [recorded({ reference: 'UTR ICICN26040512345678', paid_on: '2026-04-08' })]
  expect(await propose(lines, { payments })).toEqual([
    {
      kind: 'recorded',
      confidence: 'sure',
      person_id: '7',
      entry_id: 'e1',
      reason:
        'Already recorded: the payment of Vidarbha Laminates LLP (receipt R2026-27/0001) has the same reference ICICN26040512345678 and the same amount.',
    },
  ])
})

test('payments of several members with one UTR are already recorded when they come to the amount', async () => {
  const split = [1, 2].map((index) =>
    recorded({
      id: `e${index}`,
      person_id: index === 1 ? '7' : '2',
      amount_paise: 300_000,
      reference: 'ICICN26040512345678',
      receipt_number: `R${index}`,
      is_matched: true,
    }),
  )
  const text = 'NEFT-ICICN26040512345678-ANYBODY'
  expect(await propose([line(text, 600_000)], { payments: split })).toMatchObject([
    {
      kind: 'none',
      confidence: 'none',
      entry_id: null,
      reason: expect.stringMatching(
        /^Already recorded: the payments of Vidarbha Laminates LLP \(receipt R1\) and .+ \(receipt R2\) have the same reference/,
      ),
    },
  ])
  expect(await propose([line(text, 700_000)], { payments: split })).toMatchObject([
    { kind: 'none', confidence: 'none', entry_id: null },
  ])
})

test('a payment of the same day and amount is already recorded, once', async () => {
  const lines = ['a', 'b'].map((id) => line('NEFT VIDARBHA LAMINATES', 590_000, { id }))
  expect(await propose(lines, { payments: [recorded({})] })).toMatchObject([
    { kind: 'recorded', confidence: 'sure' },
    { kind: 'payment' },
  ])
  expect(await propose([line('CASH')], { payments: [recorded({ mode: 'Cash' })] })).toMatchObject([
    { kind: 'none' },
  ])
  expect(
    await propose([line('NEFT DECORA PANELS AND BOARDS')], { payments: [recorded({})] }),
  ).toMatchObject([{ kind: 'payment', person_id: '2' }])
  expect(await propose([line('CHQ DEP')], { payments: [recorded({})] })).toMatchObject([
    { kind: 'recorded', confidence: 'likely' },
  ])
})

const cheque = { mode: 'Cheque', reference: '221100' }
const upiPayment = { mode: 'GPay', reference: '655500001111' }
test.each([
  // What the line says, and how the payment of the same day and amount came.
  ['CHQ DEP 998877 AXIS', cheque],
  ['CHQ DEP AXIS', { mode: 'Cheque', reference: '221100' }, '998877'],
  ['UPI/CR/640000001117/SOMEBODY', cheque],
  ['NEFT Inw SOMEBODY', cheque],
  ['CHQ DEP 998877 AXIS', upiPayment],
  ['UPI/640000001117/SOMEBODY', upiPayment],
  ['NEFT DECORA PANELS AND BOARDS', cheque],
  ['CHQ DEP 221100 DECORA PANELS AND BOARDS', cheque],
])('%s is another payment than one by %o', async (narration, means, reference = '') => {
  const lines = [line(narration, 590_000, { reference })]
  const [proposal] = await propose(lines, { payments: [recorded(means)] })
  expect(proposal?.kind).not.toBe('recorded')
})

test.each([
  ['CHQ DEP 221100 AXIS', cheque, 'sure'],
  ['CHQ DEP 221100 VIDARBHA LAMINATES', cheque, 'sure'],
  ['CHQ DEP AXIS', cheque, 'likely'],
  ['BY CLG VIDARBHA LAMINATES', cheque, 'sure'],
  ['UPI/SOMEBODY', upiPayment, 'likely'],
  ['UPI/640000001117/SOMEBODY', { mode: 'GPay' }, 'likely'],
])('%s may be the payment by %o', async (narration, means, confidence) => {
  const [proposal] = await propose([line(narration)], { payments: [recorded(means)] })
  expect(proposal).toMatchObject({ kind: 'recorded', confidence })
})

test('of a returned credit only the payment is proposed that has its number', async () => {
  const narration = 'CHQ DEP 123999 SARASWAT'
  const returned = new Map([[narration, 'The bank returned it.']])
  const find = async (payment: Partial<LedgerPayment>) =>
    (await propose([line(narration)], { payments: [recorded(payment)], returned }))[0]
  expect(await find({})).toMatchObject({ kind: 'none', reason: 'The bank returned it.' })
  expect(await find({ mode: 'Cheque', reference: '123999' })).toMatchObject({ kind: 'recorded' })
})

test('a number of one member and the name of another are not sure', async () => {
  expect(await propose([line('OEM2026007 NEFT SHREE MARUDHAR FURNITURE WORKS')])).toMatchObject([
    {
      confidence: 'likely',
      person_id: '7',
      reason: expect.stringMatching(/The description also points to Shree Marudhar/),
    },
  ])
})

test('2,000 lines of 2,000 members are identified within the time limit of a test', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({
    id: `m${index}`,
    name: `Owner ${index}`,
    company_name: `Company${String.fromCharCode(97 + (index % 26))}${index} Furniture`,
    membership_number: null,
  }))
  const lines = many.map(({ id, company_name }) =>
    line(`NEFT ${company_name} DUES PAYMENT`, 1, { id }),
  )
  const utrs = await distinctUtrs(lines)
  const memberIndex = await buildMemberIndex(many)
  const candidates = await identifyLines(lines, utrs, { ...known, members: many }, memberIndex)
  expect(candidates.map(([first]) => first?.person_id)).toEqual(many.map(({ id }) => id))
})
