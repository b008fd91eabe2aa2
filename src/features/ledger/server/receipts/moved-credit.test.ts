/**
 * The papers of credit that a void moves to a charge with another tax, what is said before, and the books with them.
 */
import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { exempt, invoice, none, openAdvances, stall } from '#test/support/money/taxed-papers.ts'

async function open(engine: Engine = 'SQLite') {
  const papers = await openAdvances(engine)
  const warningsOf = async (entry: string) =>
    (await papers.admin.post(`${papers.path}/account/${entry}/cancel/preview`, {})).notices
  return { ...papers, warningsOf }
}
type Portal = Awaited<ReturnType<typeof open>>

/** A payment of 590 for a fee, and a charge that is open beside it; returns what is cancelled. */
const feeBeside =
  (fee: object | undefined, open: object | undefined, treatment: object = invoice) =>
  async ({ tax, charge, pay }: Portal) => {
    await tax(treatment)
    const cancelled = await charge('Fee', '590', fee)
    const payment = await pay('590')
    const hall = await charge('Hall', '1180', open)
    return { cancelled, payment, hall }
  }

const otherTax =
  '₹590 of credit now pays “Hall”, which has another tax. The portal makes a paper for it, with the next number.'

test('the member finds and downloads the papers of credit and of refunds beside those of payments', async () => {
  const portal = await open()
  const { cancelled, payment } = await feeBeside(none, exempt)(portal)
  await portal.cancel(cancelled)
  await portal.pay('1000')
  await portal.refund('410')
  const { email } = await portal.admin.get(portal.path)
  const member = await portal.portal.signIn(email)
  const own = await member.get('/api/profile/payments')
  expect(own.map(({ amount_paise, paper }) => [amount_paise, paper])).toEqual([
    [-410_00, { kind: 'refund', amount_paise: 410_00 }],
    [1000_00, undefined],
    [0, { kind: 'credit', amount_paise: 590_00 }],
    [590_00, undefined],
    [100_00, undefined],
  ])
  expect(own[3]?.id).toBe(payment)
  for (const { id } of own.slice(0, 3)) {
    const pdf = await member.request('GET', `/api/profile/payments/${id}/receipt.pdf`)
    expect(pdf.status).toBe(200)
  }
})

test.each<
  [what: string, play: (portal: Portal) => Promise<{ cancelled: string }>, notices: string[]]
>([
  ['money without tax to a taxed charge', feeBeside(none, stall), [otherTax]],
  ['money without tax to an exempt charge', feeBeside(none, exempt), [otherTax]],
  [
    'money without tax to dues of the tax of the association',
    feeBeside(none, undefined),
    [otherTax],
  ],
  ['money of a bill of supply to a taxed charge', feeBeside(exempt, stall), [otherTax]],
  ['money without tax to a charge without tax', feeBeside(none, none), []],
  ['money of a bill of supply to a charge of the same', feeBeside(exempt, exempt), []],
  ['money of an association without GST', feeBeside(undefined, undefined, none), []],
])('%s', async (_what, play, notices) => {
  const portal = await open()
  const { cancelled } = await play(portal)
  expect(await portal.warningsOf(cancelled)).toEqual(notices)
  const before = (await portal.numbers()).length
  await portal.cancel(cancelled)
  const added = (await portal.numbers()).slice(before)
  expect(added.filter((entry) => entry.startsWith('paper'))).toHaveLength(notices.length)
  expect(await portal.faults()).toEqual([])
})

/** A refund of an advance on a tax invoice; meanwhile a charge has an invoice of its own. */
async function refunded({ tax, charge, pay, refund }: Portal) {
  await tax(invoice)
  await pay('590')
  const back = await refund('590')
  await tax(none)
  await pay('100')
  await charge('Hall', '1180', stall)
  return back
}

type Story = readonly [
  what: string,
  play: (portal: Portal) => Promise<unknown>,
  numbers: string[],
  register: string[],
]
const stories: readonly Story[] = [
  [
    'to a taxed charge: a tax invoice for what it pays, and the rest is invoiced when it is paid',
    async (portal) => {
      const { cancelled } = await feeBeside(none, stall)(portal)
      await portal.cancel(cancelled)
      await portal.pay('590')
    },
    [
      'charge null',
      'payment R2024-25/0002',
      'charge null',
      'cancellation null',
      'paper R2024-25/0003',
      'payment R2024-25/0004',
    ],
    [
      'Invoice R2024-25/0003  500 45 0 590',
      'Invoice R2024-25/0004  500 45 0 590',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'to a charge that is cancelled later: a credit note, and the credit has its tax again',
    async (portal) => {
      const { cancelled, hall } = await feeBeside(exempt, stall)(portal)
      await portal.cancel(cancelled)
      await portal.cancel(hall)
    },
    [
      'charge null',
      'payment R2024-25/0002',
      'charge null',
      'cancellation null',
      'paper R2024-25/0003',
      'cancellation null',
      'cancellation R2024-25/C0001',
    ],
    [
      'Bill of supply R2024-25/0002  0 0 590 590',
      'Invoice R2024-25/0003  500 45 0 590',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -590 -590',
      'Credit note R2024-25/C0001 R2024-25/0003 -500 -45 0 -590',
      'Advance adjusted, cancelled R2024-25/C0001 R2024-25/0002 0 0 590 590',
      'Total   0 0 590 590',
    ],
  ],
  [
    'and its payment bounces: both papers end, once',
    async (portal) => {
      const { cancelled, payment } = await feeBeside(exempt, stall)(portal)
      await portal.cancel(cancelled)
      await portal.cancel(payment)
      await portal.pay('1180')
    },
    [
      'charge null',
      'payment R2024-25/0002',
      'charge null',
      'cancellation null',
      'paper R2024-25/0003',
      'reversal R2024-25/C0001',
      'cancellation R2024-25/C0002',
      'payment R2024-25/0004',
    ],
    [
      'Bill of supply R2024-25/0002  0 0 590 590',
      'Invoice R2024-25/0003  500 45 0 590',
      'Advance adjusted R2024-25/0003 R2024-25/0002 0 0 -590 -590',
      'Credit note R2024-25/C0002 R2024-25/0003 -500 -45 0 -590',
      'Invoice R2024-25/0004  1000 90 0 1180',
      'Total   1000 90 0 1180',
    ],
  ],
  [
    'to a charge with an invoice of its own: a receipt, and its tax ends',
    async (portal) => {
      await portal.cancel(await refunded(portal))
      await portal.pay('490')
    },
    [
      'payment R2024-25/0002',
      'refund R2024-25/C0001',
      'payment R2024-25/0003',
      'charge R2024-25/0004',
      'cancellation R2024-25/0005',
      'paper R2024-25/0006',
      'payment R2024-25/0007',
    ],
    [
      'Invoice R2024-25/0002  500 45 0 590',
      'Credit note R2024-25/C0001 R2024-25/0002 -500 -45 0 -590',
      'Invoice R2024-25/0004  1000 90 0 1180',
      'Invoice R2024-25/0005  500 45 0 590',
      'Advance adjusted R2024-25/0006 R2024-25/0005 -500 -45 0 -590',
      'Total   1000 90 0 1180',
    ],
  ],
]

describe.each(engines)('credit that a void moves on %s', (engine) => {
  test.each(stories)('%s', async (_what, play, numbers, register) => {
    const portal = await open(engine)
    await play(portal)
    expect(await portal.numbers()).toEqual(numbers)
    expect(await portal.register()).toEqual(register)
    expect(await portal.faults()).toEqual([])
  })
})

test('of a payment for several charges only what becomes credit counts', async () => {
  const { tax, charge, pay, cancel, warningsOf, register, faults } = await open()
  await tax(invoice)
  const fee = await charge('Fee', '590', none)
  const bill = await charge('Book', '590', exempt)
  await pay('1180')
  await charge('Hall', '1000', exempt)
  expect([await warningsOf(fee), await warningsOf(bill)]).toEqual([[otherTax], []])
  await cancel(fee)
  expect(await register()).toEqual([
    'Bill of supply R2024-25/0002  0 0 0 590',
    'Bill of supply R2024-25/0002  0 0 590 590',
    'Bill of supply R2024-25/0003  0 0 590 590',
    'Total   0 0 1180 1770',
  ])
  expect(await faults()).toEqual([])
})

test('a charge with an invoice of its own is shown before', async () => {
  const portal = await open()
  expect(await portal.warningsOf(await refunded(portal))).toEqual([
    '₹590 of credit now pays “Hall”, which has a paper of its own, No. R2024-25/0004. The portal makes a receipt that ends the tax of this credit.',
  ])
})

test('the paper says what it is for and from which advance, and is not cancelled alone', async () => {
  const portal = await open()
  const { cancelled } = await feeBeside(exempt, stall)(portal)
  await portal.cancel(cancelled)
  const entries = await portal.admin.get(`${portal.path}/payments`)
  const id = entries.find(({ kind }) => kind === 'paper')?.id ?? ''
  const paper = (await portal.paper(id)).join('\n')
  expect(paper).toContain('Tax Invoice')
  expect(paper).toContain('Hall (part payment) (SAC 998596)')
  expect(paper).toContain('Paid from the advance of No. R2024-25/0002 dated 05/01/2025: ₹590.')
  await expect(portal.cancel(id)).rejects.toThrow(
    '409: This paper is cancelled with its charge, or with the payment that pays it',
  )
})
