/** The papers of charges that credit pays, and the books with them. */
import { describe, expect, test } from 'vitest'
import { raiseDues, setRate } from '#test/support/dues-runs.ts'
import type { Engine } from '#test/support/engines.ts'
import {
  exempt,
  invoice,
  none,
  openAdvances,
  openPapers,
  stall,
} from '#test/support/money/taxed-papers.ts'

async function open(engine: Engine = 'SQLite') {
  const papers = await openAdvances(engine)
  return {
    ...papers,
    charge: (amount: string, tax?: object) => papers.charge('Stall', amount, tax),
    paper: async (entry: string) => (await papers.paper(entry)).join('\n'),
  }
}
type Portal = Awaited<ReturnType<typeof open>>

/** An advance of 1,180 on a paper of one kind, then a stall of 1,180 of another. */
const used = (paid: object, charged?: object) => async (portal: Portal) => {
  await portal.tax(paid)
  const payment = await portal.pay('1180')
  return { payment, charge: await portal.charge('1180', charged) }
}

/** An advance of 1,180 on a bill of supply, with tax deducted: what it paid was cancelled. */
async function paidWithTds(portal: Portal): Promise<void> {
  await portal.tax(exempt)
  const charge = await portal.charge('1180', exempt)
  await portal.pay('1062', { tds: '118' })
  await portal.cancel(charge)
}
const paidWithTdsNumbers = ['charge null', 'tds null', 'payment R2024-25/0002', 'cancellation null']

test('a member with a GSTIN gets a credit note for the advance, and a debit note when it becomes credit again', async () => {
  const portal = await open()
  const { admin, path } = portal
  await admin.put(path, { ...(await admin.get(path)), gstin: '27AAPFU0939F1ZV' })
  const { charge } = await used(invoice, exempt)(portal)
  expect((await portal.paper(charge)).replaceAll('\n', ' ')).toContain(
    'Credit Note No. R2024-25/N0001 Date 05/01/2025 For the advance of tax invoice No. R2024-25/0002 dated 05/01/2025, which is used for No. R2024-25/0003.',
  )
  const ended = await portal.cancel(charge)
  expect(await portal.paper(ended)).toContain('Debit Note No. R2024-25/N0002')
  expect(await portal.register()).toEqual([
    'Invoice R2024-25/0002  1000 90 0 1180',
    'Bill of supply R2024-25/0003  0 0 1180 1180',
    'Credit note of an advance R2024-25/N0001 R2024-25/0002 -1000 -90 0 -1180',
    'Bill of supply cancelled R2024-25/C0001 R2024-25/0003 0 0 -1180 -1180',
    'Debit note of an advance R2024-25/N0002 R2024-25/0002 1000 90 0 1180',
    'Total   1000 90 0 1180',
  ])
  expect(await portal.faults()).toEqual([])
})

type Story = readonly [
  what: string,
  play: (portal: Portal) => Promise<unknown>,
  numbers: string[],
  register: string[],
]
const stories: readonly Story[] = [
  [
    'without tax, a charge without tax: no paper',
    used(none),
    ['payment R2024-25/0002', 'charge null'],
    ['Total   0 0 0 0'],
  ],
  [
    'of a tax invoice, a charge of the same tax: no paper',
    used(invoice),
    ['payment R2024-25/0002', 'charge null'],
    ['Invoice R2024-25/0002  1000 90 0 1180', 'Total   1000 90 0 1180'],
  ],
  [
    'without tax, a taxable charge: a tax invoice',
    used(none, stall),
    ['payment R2024-25/0002', 'charge R2024-25/0003'],
    ['Invoice R2024-25/0003  1000 90 0 1180', 'Total   1000 90 0 1180'],
  ],
  [
    'without tax, an exempt charge: a bill of supply',
    used(none, exempt),
    ['payment R2024-25/0002', 'charge R2024-25/0003'],
    ['Bill of supply R2024-25/0003  0 0 1180 1180', 'Total   0 0 1180 1180'],
  ],
  [
    'that pays a part: what pays the rest is no supply on the invoice of the next advance',
    async (portal) => {
      await portal.tax(invoice)
      await portal.pay('1180')
      await portal.charge('2360', stall)
      await portal.pay('2360')
    },
    ['payment R2024-25/0002', 'charge R2024-25/0003', 'payment R2024-25/0004'],
    [
      'Invoice R2024-25/0002  1000 90 0 1180',
      'Invoice R2024-25/0003  2000 180 0 2360',
      'Advance adjusted R2024-25/0003 R2024-25/0002 -1000 -90 0 -1180',
      'Invoice R2024-25/0004  0 0 0 1180',
      'Invoice R2024-25/0004  1000 90 0 1180',
      'Total   3000 270 0 4720',
    ],
  ],
  [
    'of a bill of supply, a taxable charge: a tax invoice, and nothing exempt is left',
    used(exempt, stall),
    ['payment R2024-25/0002', 'charge R2024-25/0003'],
    [
      'Bill of supply R2024-25/0002  0 0 1180 1180',
      'Invoice R2024-25/0003  1000 90 0 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -1180 -1180',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'of a tax invoice, an exempt charge: a bill of supply, and no tax is left',
    used(invoice, exempt),
    ['payment R2024-25/0002', 'charge R2024-25/0003'],
    [
      'Invoice R2024-25/0002  1000 90 0 1180',
      'Bill of supply R2024-25/0003  0 0 1180 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 -1000 -90 0 -1180',
      'Total   0 0 1180 1180',
    ],
  ],
  [
    'of a tax invoice, a charge that is no supply: a receipt, and no tax is left',
    used(invoice, none),
    ['payment R2024-25/0002', 'charge R2024-25/0003'],
    [
      'Invoice R2024-25/0002  1000 90 0 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 -1000 -90 0 -1180',
      'Total   0 0 0 0',
    ],
  ],
  [
    'a part of a charge: its paper is for all of it, and the rest is paid without tax',
    async ({ tax, pay, charge }) => {
      await tax(none)
      await pay('1180')
      await charge('2360', stall)
      await pay('1180')
    },
    ['payment R2024-25/0002', 'charge R2024-25/0003', 'payment R2024-25/0004'],
    ['Invoice R2024-25/0003  2000 180 0 2360', 'Total   2000 180 0 2360'],
  ],
  [
    'with the tax deducted from it: the advance of their paper is adjusted once',
    async (portal) => {
      await paidWithTds(portal)
      await portal.charge('1180', stall)
    },
    [...paidWithTdsNumbers, 'charge R2024-25/0003'],
    [
      'Bill of supply R2024-25/0002  0 0 1180 1180',
      'Invoice R2024-25/0003  1000 90 0 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -1180 -1180',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'with the tax deducted from it, and more of it pays a charge after its paper: a receipt also takes that part',
    async (portal) => {
      await paidWithTds(portal)
      const first = await portal.charge('1100', stall)
      await portal.charge('1180', stall)
      await portal.cancel(first)
    },
    [
      ...paidWithTdsNumbers,
      'charge R2024-25/0003',
      'charge R2024-25/0004',
      'cancellation R2024-25/C0001',
      'paper R2024-25/0005',
    ],
    [
      'Bill of supply R2024-25/0002  0 0 1180 1180',
      'Invoice R2024-25/0003  932.2 83.9 0 1100',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -1100 -1100',
      'Invoice R2024-25/0004  1000 90 0 1180',
      'Advance adjusted R2024-25/0004 R2024-25/0002 0 0 -80 -80',
      'Credit note R2024-25/C0001 R2024-25/0003 -932.2 -83.9 0 -1100',
      'Advance adjusted, cancelled R2024-25/C0001 R2024-25/0002 0 0 1100 1100',
      'Advance adjusted R2024-25/0005 R2024-25/0002 0 0 -1100 -1100',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'a charge that is cancelled: a credit note, and the advance has its tax again',
    async (portal) => portal.cancel((await used(invoice, exempt)(portal)).charge),
    ['payment R2024-25/0002', 'charge R2024-25/0003', 'cancellation R2024-25/C0001'],
    [
      'Invoice R2024-25/0002  1000 90 0 1180',
      'Bill of supply R2024-25/0003  0 0 1180 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 -1000 -90 0 -1180',
      'Bill of supply cancelled R2024-25/C0001 R2024-25/0003 0 0 -1180 -1180',
      'Advance adjusted, cancelled R2024-25/C0001 R2024-25/0002 1000 90 0 1180',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'and bounces: its invoice ends, that of the charge stays, and paying it is not taxed again',
    async (portal) => {
      await portal.cancel((await used(exempt, stall)(portal)).payment)
      await portal.pay('1180')
    },
    [
      'payment R2024-25/0002',
      'charge R2024-25/0003',
      'reversal R2024-25/C0001',
      'payment R2024-25/0004',
    ],
    [
      'Bill of supply R2024-25/0002  0 0 1180 1180',
      'Invoice R2024-25/0003  1000 90 0 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -1180 -1180',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'and bounces, then the charge is cancelled: nothing is left',
    async (portal) => {
      const { payment, charge } = await used(invoice, exempt)(portal)
      await portal.cancel(payment)
      await portal.cancel(charge)
    },
    [
      'payment R2024-25/0002',
      'charge R2024-25/0003',
      'reversal R2024-25/C0001',
      'cancellation R2024-25/C0002',
    ],
    [
      'Invoice R2024-25/0002  1000 90 0 1180',
      'Bill of supply R2024-25/0003  0 0 1180 1180',
      'Advance adjusted R2024-25/0003 R2024-25/0002 -1000 -90 0 -1180',
      'Bill of supply cancelled R2024-25/C0002 R2024-25/0003 0 0 -1180 -1180',
      'Total   0 0 0 0',
    ],
  ],
]

// Which papers there are is computed from the rows of the ledger, which a few stories read on PostgreSQL too.
describe.each([
  { engine: 'SQLite', played: stories },
  { engine: 'PostgreSQL', played: stories.slice(0, 3) },
] as const)('credit that pays a charge on $engine', ({ engine, played }) => {
  test.each(played)('%s', async (_what, play, numbers, register) => {
    const portal = await open(engine)
    await play(portal)
    expect(await portal.numbers()).toEqual(numbers)
    expect(await portal.register()).toEqual(register)
    expect(await portal.faults()).toEqual([])
  })
})

test('the papers say from which advance a charge is paid, and of which charge a payment is', async () => {
  const portal = await open()
  const { payment, charge } = await used(exempt, stall)(portal)
  const invoiced = await portal.paper(charge)
  expect(invoiced).toContain('Tax Invoice')
  expect(invoiced).toContain('Stall (SAC 998596)')
  expect(invoiced).toContain('Paid from the advance of No. R2024-25/0002 dated 05/01/2025: ₹1,180.')
  expect(invoiced).not.toContain('Paid on')
  await portal.cancel(payment)
  expect(await portal.paper(await portal.pay('1180'))).toContain('(for No. R2024-25/0003)')
  expect(await portal.paper(await portal.cancel(charge))).toContain('Credit Note')
})

test('the preview of raising dues lists the papers that credit with another tax makes immediately', async () => {
  const { portal, admin, id, tax, pay, numbers } = await openPapers('SQLite')
  await pay('100')
  await tax(exempt)
  await pay('3000')
  await tax(invoice)
  await setRate(admin, '2025-26', { amount: '14160', due_on: '2025-06-30', grace_days: 30 })
  portal.advanceClock(1000)
  const { preview } = await raiseDues(admin, '2025-26', [id])
  expect(preview.notices).toEqual([
    'For 1 member, credit with another tax pays a part of these dues, or all. 1 tax invoice is issued now for all of them, also for what is not paid yet: ₹14,160.',
  ])
  expect((await numbers()).at(-1)).toBe('charge R2024-25/0003')
})
