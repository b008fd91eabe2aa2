/** The journals for Tally when an advance is used, with the vouchers around them. */
import { describe, expect, test } from 'vitest'
import { raiseDues, setRate } from '#test/support/dues-runs.ts'
import type { Engine } from '#test/support/engines.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { invoice } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'

/** An OEM member from 31 March 2025, 23:30 in India, on, and what the administrator does. Dues are 5,900 a year. */
async function open(engine: Engine) {
  const { portal, admin, id } = await openPayments(engine, { startsAt: '2025-03-31T18:00:00.000Z' })
  const post = <const What extends string>(what: What, body: object) => {
    portal.advanceClock(1000)
    return admin.post(`/api/admin/members/${id}/${what}`, body)
  }
  const read = async (year: string) => {
    const path = `/api/admin/payments/tally.xml?year=${year}`
    return readVouchers(await (await admin.request('GET', path)).text())
  }
  const registered = () =>
    admin.put('/api/admin/settings', { association_gstin: '27AAATF0000K1Z9' })
  return {
    id,
    read,
    registered,
    taxed: async () => {
      await registered()
      await admin.post('/api/admin/receipts/treatments', { valid_from: '2024-04-01', ...invoice })
    },
    raise: async (year: string) => {
      portal.advanceClock(1000)
      await setRate(admin, year)
      await raiseDues(admin, year, [id])
    },
    charge: async (amount: string, tax?: object): Promise<string> =>
      (await post('charges', { label: 'Stall', amount, due_on: '2025-03-31', ...(tax && { tax }) }))
        .entry.id,
    pay: async (amount: string, more: object = {}): Promise<string> =>
      (await post('dues-payments', { amount, mode: 'Bank', ...more })).entry.id,
    refund: async (amount: string): Promise<string> =>
      (await post('refunds', { amount, mode: 'Bank' })).entry.id,
    cancel: async (entry: string): Promise<string> =>
      (await post(`account/${entry}/cancel`, { reason: 'typed twice' })).entry.id,
    newYear: () => portal.advanceClock(3_600_000),
    /** The journals of the years, with their day and their postings. */
    journals: async () =>
      [...(await read('2024-25')), ...(await read('2025-26'))]
        .filter(({ id: voucher }) => voucher.endsWith('-advance'))
        .map(({ tags, postings }) =>
          [tags.DATE, ...postings.map(({ ledger, amount }) => `${ledger} ${amount}`)].join(', '),
        ),
    faults: () => bookFaults(portal.db, 2023, 2027),
  }
}
type Portal = Awaited<ReturnType<typeof open>>

const used = 'Advances from Members -1000.00, Other Receipts 1000.00'

const stories: readonly [
  what: string,
  play: (portal: Portal) => Promise<unknown>,
  journals: string[],
][] = [
  [
    'credit that pays a charge',
    async ({ raise, pay, charge }) => {
      await raise('2024-25')
      await pay('6,900')
      await charge('1,000')
    },
    [`20250331, ${used}`],
  ],
  [
    'a charge that is cancelled gives the credit back',
    async ({ raise, pay, charge, cancel }) => {
      await raise('2024-25')
      await pay('6,900')
      await cancel(await charge('1,000'))
    },
    [`20250331, ${used}`, '20250331, Other Receipts -1000.00, Advances from Members 1000.00'],
  ],
  [
    'a payment that is cancelled after its credit was used',
    async ({ raise, pay, charge, cancel }) => {
      await raise('2024-25')
      const paid = await pay('6,900')
      await charge('1,000')
      await cancel(paid)
    },
    [`20250331, ${used}`, '20250331, Other Receipts -1000.00, Advances from Members 1000.00'],
  ],
  [
    'dues that were paid ahead, on the first of April',
    async ({ raise, pay, newYear }) => {
      await raise('2024-25')
      await raise('2025-26')
      await pay('11,800')
      newYear()
    },
    ['20250401, Advances from Members -5900.00, Membership Fees 5900.00'],
  ],
  [
    'money of March that pays what is charged in April',
    async ({ newYear, charge, pay }) => {
      newYear()
      await charge('1,000')
      await pay('1,000', { paid_at: '2025-03-25T06:00:00.000Z' })
    },
    [`20250401, ${used}`],
  ],
  [
    'money of March that pays the rest of a charge with a paper of its own, raised in April',
    async ({ registered, raise, newYear, charge, pay }) => {
      await registered()
      await raise('2024-25')
      await pay('6,300')
      newYear()
      await charge('1,000', { kind: 'exempt', sac: '999599', legend: 'Exempt' })
      await pay('600', { paid_at: '2025-03-25T06:00:00.000Z' })
    },
    ['20250401, Advances from Members -600.00, Members 600.00'],
  ],
  [
    'dues that were paid ahead, not before their year begins',
    async ({ raise, pay }) => {
      await raise('2025-26')
      await pay('5,900')
    },
    [],
  ],
  [
    'a payment of March that is recorded in April',
    async ({ raise, pay, newYear }) => {
      await raise('2025-26')
      newYear()
      await pay('5,900', { paid_at: '2025-03-31T06:30:00.000Z' })
    },
    ['20250401, Advances from Members -5900.00, Membership Fees 5900.00'],
  ],
  [
    'an advance with its tax on an invoice has its value without tax',
    async ({ taxed, raise, pay, charge, newYear }) => {
      await taxed()
      await raise('2025-26')
      await pay('7,080.01')
      await charge('590')
      newYear()
    },
    [
      '20250331, Advances from Members -500.00, Other Receipts 500.00',
      '20250401, Advances from Members -5000.00, Membership Fees 5000.00',
    ],
  ],
  [
    'credit that is paid back has a credit note, which takes it from the advances',
    async ({ taxed, raise, pay, refund, cancel, newYear }) => {
      await taxed()
      await raise('2024-25')
      await pay('7,080')
      const refunded = await refund('590')
      newYear()
      await cancel(refunded)
    },
    [],
  ],
  [
    'the refund of a payment that is cancelled later is a debt until it comes back',
    async ({ taxed, raise, pay, refund, cancel }) => {
      await taxed()
      await raise('2024-25')
      const paid = await pay('7,080')
      await refund('590')
      await cancel(paid)
      await pay('590')
    },
    ['20250331, Advances from Members -590.00, Members 590.00'],
  ],
  [
    'the refund of a payment, both of which are cancelled later',
    async ({ taxed, raise, pay, refund, cancel }) => {
      await taxed()
      await raise('2024-25')
      const paid = await pay('7,080')
      const refunded = await refund('590')
      await cancel(paid)
      await cancel(refunded)
    },
    ['20250331, Advances from Members -590.00, Members 590.00'],
  ],
  [
    'all credit of a payment, paid back before the payment is cancelled',
    async ({ taxed, pay, refund, cancel }) => {
      await taxed()
      await pay('33.33')
      const paid = await pay('100.01')
      await refund('33.34')
      await refund('66.67')
      await cancel(paid)
    },
    [],
  ],
  [
    'credit of which a charge of another tax has taken a part, and that is paid back',
    async ({ taxed, raise, pay, charge, refund }) => {
      await taxed()
      await raise('2024-25')
      await pay('9,100')
      await charge('1,050', { kind: 'invoice', rate: '5', sac: '996413' })
      await refund('2,150')
    },
    [],
  ],
  [
    'credit of which an exempt charge has taken a part, and that is paid back',
    async ({ taxed, raise, pay, charge, refund }) => {
      await taxed()
      await raise('2024-25')
      await pay('9,100')
      await charge('1,000', { kind: 'exempt', sac: '999293', legend: 'Entry 69.' })
      await refund('2,200')
    },
    [],
  ],
  [
    'parts of an advance with tax, to the last paisa of its value',
    async ({ taxed, raise, pay, charge, refund }) => {
      await taxed()
      await raise('2024-25')
      await pay('6,320.01')
      await charge('33.33', { kind: 'exempt', sac: '999293', legend: 'Entry 69.' })
      await charge('100.01')
      await refund('66.67')
      await charge('210')
      await charge('10')
    },
    [
      '20250331, Advances from Members -84.76, Other Receipts 84.76',
      '20250331, Advances from Members -177.97, Other Receipts 177.97',
      '20250331, Advances from Members -8.48, Other Receipts 8.48',
    ],
  ],
  [
    'a refund keeps its credit when one before it is cancelled',
    async ({ taxed, raise, pay, refund, cancel }) => {
      await taxed()
      await raise('2024-25')
      await pay('6,490')
      await pay('590')
      const first = await refund('590')
      await refund('590')
      await cancel(first)
      await refund('590')
    },
    [],
  ],
  [
    'money that never was an advance has none',
    async ({ raise, pay, cancel }) => {
      await raise('2024-25')
      await cancel(await pay('2,000'))
      await pay('5,310', { tds: '590' })
    },
    [],
  ],
]

// The journals are computed from the rows of the ledger, which a few stories read on PostgreSQL too.
describe.each([
  { engine: 'SQLite', played: stories },
  { engine: 'PostgreSQL', played: stories.slice(0, 3) },
] as const)('the journals for Tally on $engine', ({ engine, played }) => {
  test.each(played)('%s', async (_what, play, expected) => {
    const portal = await open(engine)
    await play(portal)
    expect(await portal.journals()).toEqual(expected)
    expect(await portal.faults()).toEqual([])
  })
})

test('a journal has the member in its narration, and an id that stays', async () => {
  const { id, read, raise, pay, newYear } = await open('SQLite')
  await raise('2025-26')
  await pay('5,900')
  newYear()
  const [journal] = await read('2025-26')
  expect(journal).toMatchObject({ id: `${id}-2025-26-advance`, type: 'Journal' })
  expect(journal?.tags).toMatchObject({
    GUID: `${id}-2025-26-advance`,
    DATE: '20250401',
    EFFECTIVEDATE: '20250401',
    PARTYLEDGERNAME: 'Advances from Members',
    NARRATION: expect.stringMatching(/^Dues paid ahead, .+/),
  })
  await pay('300')
  expect(await read('2025-26')).toContainEqual(journal)
})
