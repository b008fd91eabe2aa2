import { expect, test } from 'vitest'
import { known, line, propose } from '#test/support/proposals.ts'
import { identifyLines } from './identify.ts'
import type { RecordedPayment } from './proposal.ts'
import { distinctUtrs } from './references.ts'

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
    'The description has R2025-26/0042, a receipt number of M/s. Aggarwal Timber & Co., and ₹5,900 is what they owe.',
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

test('two lines with one reference are one payment', async () => {
  const reference = '609500000077'
  const lines = ['a', 'b'].map((id) => line('NEFT DUES', 590_000, { id, reference }))
  expect((await propose(lines))[1]).toMatchObject({
    confidence: 'none',
    reason: 'Another line has the same reference 609500000077.',
  })
})

test('two parts of what is owed are proposed both', async () => {
  const proposals = await propose([
    line('UPI OEM2026007 DUES', 300_000, { id: 'a' }),
    line('UPI OEM2026007 REST', 290_000, { id: 'b' }),
  ])
  expect(proposals).toMatchObject([
    { confidence: 'likely', person_id: '7' },
    { confidence: 'sure', person_id: '7' },
  ])
})

const recorded = (more: Partial<RecordedPayment>): RecordedPayment => ({
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
      ...{ id: `e${index}`, person_id: index === 1 ? '7' : '2', amount_paise: 300_000 },
      ...{ reference: 'ICICN26040512345678', receipt_number: `R${index}`, is_matched: true },
    }),
  )
  const text = 'NEFT-ICICN26040512345678-ANYBODY'
  expect(await propose([line(text, 600_000)], { payments: split })).toMatchObject([
    {
      ...{ kind: 'none', confidence: 'none', entry_id: null },
      reason: expect.stringMatching(
        /^Already recorded: the payments of Vidarbha Laminates LLP \(receipt R1\) and .+ \(receipt R2\) have the same reference/,
      ),
    },
  ])
  expect(await propose([line(text, 700_000)], { payments: split })).toMatchObject([
    { kind: 'recorded', confidence: 'likely', entry_id: 'e2' },
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
  const utrs = await distinctUtrs(lines.map(({ narration }) => narration))
  const candidates = await identifyLines(lines, utrs, { ...known, members: many })
  expect(candidates.map(([first]) => first?.person_id)).toEqual(many.map(({ id }) => id))
})
