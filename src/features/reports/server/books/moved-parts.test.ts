/** What cancellations move between the purposes of money: in the year book, and in Tally, which must agree. */
import { expect, test } from 'vitest'
import type { Engine } from '#test/support/engines.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { exempt, openPapers } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'

type Papers = Awaited<ReturnType<typeof openPapers>>

/** Particulars with joining fee, dues, arrears, advance and other, in rupees. */
async function bookOf({ text }: Papers): Promise<string[]> {
  const file = await text('/api/admin/payments/day-book?from=2024-04-01&to=2025-03-31&format=csv')
  const [, ...rows] = file.trim().split('\r\n')
  const cells = rows.map((row) => row.slice(1, -1).split('","'))
  return cells.flatMap((row) =>
    row[0] ? [`${row[2]?.replace(/\S*\/0*/, '')}: ${row.slice(10, 15).join(' ')}`] : [],
  )
}

const stories: [title: string, story: (papers: Papers) => Promise<unknown>, rows: string[]][] = [
  [
    'a paid charge is cancelled and its money paid back',
    async ({ charge, pay, cancel, refund }) => {
      const souvenir = await charge('Souvenir', '501')
      await pay('501')
      await cancel(souvenir)
      await refund('501')
    },
    ['Payment: 0 0 0 0 501', 'Cancels a charge: 0 0 0 501 -501', 'Refund: 0 0 0 -501 0'],
  ],
  [
    'the money of a cancelled charge pays the next one, which is also cancelled',
    async ({ charge, pay, cancel }) => {
      const souvenir = await charge('Souvenir', '501')
      await pay('501')
      await cancel(souvenir)
      await cancel(await charge('Stall', '400'))
    },
    ['Payment: 0 0 0 0 501', 'Cancels a charge: 0 0 0 501 -501'],
  ],
  [
    'the money of a cancelled charge pays what is open, then bounces',
    async ({ charge, pay, cancel }) => {
      const souvenir = await charge('Souvenir', '501')
      await charge('Stall', '300')
      const paid = await pay('501', { charge_id: souvenir })
      await cancel(souvenir)
      await cancel(paid)
    },
    ['Payment: 0 0 0 0 501', 'Cancels a charge: 0 0 0 201 -201', 'Cancels 1: 0 0 0 -201 -300'],
  ],
  [
    'a waiver is cancelled, and credit pays what it had waived',
    async ({ charge, pay, cancel, entryOf }) => {
      await charge('Souvenir', '501')
      const waived = await entryOf('waivers', { amount: '501', reason: 'Flood' })
      await pay('600')
      await cancel(waived)
    },
    ['Payment: 0 0 0 600 0', 'Cancels a waiver: 0 0 0 -501 501'],
  ],
  [
    'a payment bounces, and the credit of another one pays its charge',
    async ({ charge, pay, cancel }) => {
      await charge('Souvenir', '501')
      const paid = await pay('501')
      await pay('600')
      await cancel(paid)
    },
    ['Payment: 0 0 0 0 501', 'Payment: 0 0 0 600 0', 'Cancels 1: 0 0 0 -501 0'],
  ],
  [
    'credit that paid a charge when it was raised bounces, and other money pays it: no row said that it was paid',
    async ({ charge, pay, cancel }) => {
      await charge('Book', '100')
      const paid = await pay('900')
      await charge('Souvenir', '501')
      await pay('601')
      await cancel(paid)
    },
    ['Payment: 0 0 0 800 100', 'Payment: 0 0 0 601 0', 'Cancels 1: 0 0 0 -900 0'],
  ],
  [
    'a payment bounces, and credit from before its charge pays the charge: a row says so',
    async ({ charge, pay, cancel }) => {
      const first = await charge('Book', '600')
      await pay('600')
      await charge('Souvenir', '501')
      const paid = await pay('501')
      await cancel(first)
      await cancel(paid)
    },
    [
      'Payment: 0 0 0 0 600',
      'Payment: 0 0 0 0 501',
      'Cancels a charge: 0 0 0 600 -600',
      'Cancels 2: 0 0 0 -501 0',
    ],
  ],
  [
    'a charge of the next year, paid at once, is cancelled: it was no advance before',
    async ({ entryOf, pay, cancel }) => {
      const training = { label: 'Training', amount: '501', due_on: '2025-06-30' }
      const charged = await entryOf('charges', training)
      await pay('501')
      await cancel(charged)
    },
    ['Payment: 0 0 0 0 501', 'Cancels a charge: 0 0 0 501 -501'],
  ],
  [
    'the money of a cancelled charge pays a charge of another tax, which is also cancelled',
    async ({ charge, pay, cancel }) => {
      const souvenir = await charge('Souvenir', '501')
      const book = await charge('Book', '300', exempt)
      const paid = await pay('501')
      await cancel(souvenir)
      await cancel(book)
      await cancel(paid)
    },
    [
      'Payment: 0 0 0 0 501',
      'Cancels a charge: 0 0 0 501 -501',
      'Charge paid from credit: 0 0 0 -300 300',
      'Cancels 2: 0 0 0 300 -300',
      'Cancels 1: 0 0 0 -501 0',
    ],
  ],
]

test.each(stories)('%s', async (_title, story, rows) => {
  const papers = await openPapers('SQLite')
  await story(papers)
  expect(await bookFaults(papers.portal.db, 2022, 2026)).toEqual([])
  expect(await bookOf(papers)).toEqual(rows)
})

const bounced = { reason: 'bounced', returned_on: '2025-03-31' }

test.each<{ engine: Engine; correction: { reason: string; returned_on?: string } }>([
  { engine: 'SQLite', correction: { reason: 'wrong member' } },
  { engine: 'SQLite', correction: { reason: 'typed twice' } },
  { engine: 'SQLite', correction: bounced },
  { engine: 'PostgreSQL', correction: bounced },
])(
  'a year has nothing of April where money of March is taken back, and credit pays instead: $correction.reason, on $engine',
  async ({ engine, correction }) => {
    const {
      portal,
      admin: march,
      id,
    } = await openPayments(engine, {
      startsAt: '2025-03-20T06:00:00.000Z',
    })
    const path = `/api/admin/members/${id}` as const
    const label = { label: 'Stall', amount: '501', due_on: '2025-03-20' }
    await march.post(`${path}/charges`, label)
    portal.clock.now = new Date('2025-04-08T06:00:00.000Z')
    const admin = await portal.signIn('admin@teak.example')
    const pay = async (amount: string, more: object = {}): Promise<string> => {
      portal.advanceClock(1000)
      return (await admin.post(`${path}/dues-payments`, { amount, ...more })).entry.id
    }
    const wrong = await pay('501', { paid_at: '2025-03-28T06:00:00.000Z' })
    await admin.post(`${path}/charges`, { label: 'Seminar', amount: '100', due_on: '2025-04-08' })
    const credit = await pay('800')
    portal.advanceClock(86_400_000)
    const signedIn = await portal.signIn('admin@teak.example')
    expect((await signedIn.get(`${path}/account`)).credit_paise).toBe(700_00)
    await signedIn.post(`${path}/account/${wrong}/cancel`, correction)
    const rowsOf = async (from: string, to: string) => {
      const file = `/api/admin/payments/day-book?from=${from}&to=${to}&format=csv`
      const text = await (await signedIn.request('GET', file)).text()
      const cells = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.slice(1, -1).split('","'))
      return cells.map((row) => [row[0]?.slice(0, 5), row[2], ...row.slice(9, 15)].join(' '))
    }
    const day = correction.returned_on ? '31/03' : '28/03'
    expect(await rowsOf('2024-04-01', '2025-03-31')).toEqual([
      '28/03 Payment 501 0 0 0 0 501',
      `${day} Cancels R2025-26/0001 -501 0 0 0 0 -501`,
      '  0 0 0 0 0 0',
    ])
    expect(await rowsOf('2025-04-01', '2026-03-31')).toEqual([
      '08/04 Payment 800 0 0 0 700 100',
      '09/04 Moved when R2025-26/0001 was cancelled 0 0 0 0 -501 501',
      '  800 0 0 0 199 601',
    ])
    expect(await bookFaults(portal.db, 2023, 2026)).toEqual([])
    // Also taken back where the money that has moved since is of an earlier day.
    await signedIn.post(`${path}/account/${credit}/cancel`, { reason: 'typed twice' })
    expect(await rowsOf('2025-04-01', '2026-03-31')).toEqual([
      '08/04 Payment 800 0 0 0 700 100',
      '08/04 Cancels R2025-26/0002 -800 0 0 0 -700 -100',
      '09/04 Moved when R2025-26/0001 was cancelled 0 0 0 0 -501 501',
      '09/04 Moved when R2025-26/0002 was cancelled 0 0 0 0 501 -501',
      '  0 0 0 0 0 0',
    ])
    expect(await bookFaults(portal.db, 2023, 2026)).toEqual([])
  },
)
