/** What cancellations move between the purposes of money: in the year book, and in Tally, which must agree. */
import { expect, test } from 'vitest'
import { bookFaults } from '#test/support/books.ts'
import { exempt, openPapers } from '#test/support/taxed-papers.ts'

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
    'the money of a cancelled charge pays the next one, which is cancelled, too',
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
    'the money of a cancelled charge pays a charge of another tax, which is cancelled, too',
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
