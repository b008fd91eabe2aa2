/** Credit notes of refunds and reversals in any order: none takes more from an invoice than it has. */
import { describe, expect, test } from 'vitest'
import { exempt, invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'
import { bookFaults } from '#test/support/oracles/books.ts'
import { paperFaults } from '#test/support/oracles/paper-faults.ts'
import { readVouchers } from '#test/support/oracles/tally-vouchers.ts'

async function open() {
  const papers = await openPapers('SQLite')
  // The dues of the year; what comes later is an advance.
  await papers.pay('100')
  await papers.tax(invoice)
  const short = (number: string | undefined) => number?.replace('R2024-25/', '') ?? ''
  return {
    ...papers,
    paid: await papers.pay('1180'),
    exempt: () => papers.charge('Book', '200', exempt),
    /** Each paper that takes something from an invoice, with the invoice and the amount; then what is left of each. */
    read: async () => {
      const [, ...rows] = await papers.register()
      const left = new Map<string, number[]>()
      const add = (number: string, row: string[], sign = 1) => {
        const sums = left.get(number) ?? [0, 0, 0, 0, 0, 0, 0]
        left.set(
          number,
          sums.map((sum, index) => sum + sign * Math.round(Number(row[index + 11]) * 100)),
        )
      }
      const notes = rows.flatMap((row) => {
        const [, document, number = '', against = ''] = row
        if (against) add(against, row)
        else if (document !== 'Total') add(number, row)
        return against ? [`${short(number)} ${short(against)} ${row[17]}`] : []
      })
      return {
        notes,
        left: [...left].map(([number, sums]) => `${short(number)} ${(sums.at(-1) ?? 0) / 100}`),
        // Of an invoice that has ended nothing is left in any column, and nothing is below zero.
        wrong: [...left].filter(
          ([, sums]) => sums.some((sum) => sum < 0) || (sums.at(-1) === 0 && sums.some(Boolean)),
        ),
      }
    },
    faults: async () => [
      ...(await bookFaults(papers.portal.db, 2023, 2026)),
      ...(await paperFaults(papers.portal.db, [papers.id])),
    ],
  }
}
type Portal = Awaited<ReturnType<typeof open>>

describe('an invoice of 1,180, paid in advance', () => {
  test.each<[string, (portal: Portal) => Promise<unknown>, notes: string[], left: string[]]>([
    [
      'a refund that is cancelled, and again: the second note is against the new invoice',
      async ({ refund, cancel, paid }) => {
        await cancel(await refund('200'))
        await refund('200')
        await cancel(paid)
      },
      ['C0001 0002 -200', 'C0002 0003 -200', 'C0003 0002 -980'],
      ['0002 0', '0003 0'],
    ],
    [
      'a refund that is cancelled, then the payment: one note for both invoices',
      async ({ refund, cancel, paid }) => {
        await cancel(await refund('200'))
        await cancel(paid)
      },
      ['C0001 0002 -200', 'C0002 0002 -980', 'C0002 0003 -200'],
      ['0002 0', '0003 0'],
    ],
    [
      'a part of what came back is paid back again',
      async ({ refund, cancel, paid }) => {
        await cancel(await refund('200'))
        await refund('99.99')
        await cancel(paid)
      },
      ['C0001 0002 -200', 'C0002 0003 -99.99', 'C0003 0002 -980', 'C0003 0003 -100.01'],
      ['0002 0', '0003 0'],
    ],
    [
      'more than what came back is paid back: a note for each invoice',
      async ({ refund, cancel }) => {
        await cancel(await refund('200'))
        await refund('300')
      },
      ['C0001 0002 -200', 'C0002 0003 -200', 'C0003 0002 -100'],
      ['0002 880', '0003 0'],
    ],
    [
      'all of it is paid back, and comes back: only the new invoice is left',
      async ({ refund, cancel, paid }) => {
        await cancel(await refund('1180'))
        await cancel(paid)
      },
      ['C0001 0002 -1180', 'C0002 0003 -1180'],
      ['0002 0', '0003 0'],
    ],
    [
      'the first of two refunds is cancelled, then the second',
      async ({ refund, cancel, paid }) => {
        const first = await refund('33.33')
        const second = await refund('66.67')
        await cancel(first)
        await refund('33.33')
        await cancel(second)
        await cancel(paid)
      },
      [
        'C0001 0002 -33.33',
        'C0002 0002 -66.67',
        'C0003 0003 -33.33',
        'C0004 0002 -1080',
        'C0004 0004 -66.67',
      ],
      ['0002 0', '0003 0', '0004 0'],
    ],
    [
      'three times the same refund',
      async ({ refund, cancel }) => {
        await cancel(await refund('200'))
        await cancel(await refund('200'))
        await refund('200')
      },
      ['C0001 0002 -200', 'C0002 0003 -200', 'C0003 0004 -200'],
      ['0002 980', '0003 0', '0004 0'],
    ],
    [
      'the payment is reversed, then its refund is also cancelled: no paper follows',
      async ({ refund, cancel, paid }) => {
        await cancel(await refund('200'))
        const again = await refund('200')
        await cancel(paid)
        await cancel(again)
      },
      ['C0001 0002 -200', 'C0002 0003 -200', 'C0003 0002 -980'],
      ['0002 0', '0003 0'],
    ],
    [
      'what came back pays a charge of another tax, which stays when the payment is reversed',
      async ({ refund, cancel, paid, exempt: charge }) => {
        await cancel(await refund('200'))
        await charge()
        await cancel(paid)
      },
      ['C0001 0002 -200', '0004 0003 -200', 'C0002 0002 -980'],
      ['0002 0', '0003 0', '0004 200'],
    ],
    [
      'such a charge is cancelled: its part of the new invoice is an advance again',
      async ({ refund, cancel, exempt: charge }) => {
        await cancel(await refund('200'))
        await cancel(await charge())
        await refund('200')
      },
      ['C0001 0002 -200', '0004 0003 -200', 'C0002 0004 -200', 'C0002 0003 200', 'C0003 0003 -200'],
      ['0002 980', '0003 0', '0004 0'],
    ],
    [
      'such a charge is cancelled after the payment: no advance comes back',
      async ({ refund, cancel, paid, exempt: charge }) => {
        await cancel(await refund('200'))
        const charged = await charge()
        await cancel(paid)
        await cancel(charged)
      },
      ['C0001 0002 -200', '0004 0003 -200', 'C0002 0002 -980', 'C0003 0004 -200'],
      ['0002 0', '0003 0', '0004 0'],
    ],
  ])('%s', async (_what, play, notes, left) => {
    const portal = await open()
    await play(portal)
    expect(await portal.read()).toEqual({ notes, left, wrong: [] })
    expect(await portal.faults()).toEqual([])
  })
})

test('a payment with the tax that was deducted from it', async () => {
  const { tax, charge, pay, refund, cancel, paid, read, faults } = await open()
  await cancel(paid)
  await tax(invoice)
  const charged = await charge('Stall', '1180', invoice)
  const withTds = await pay('1062', { tds: '118' })
  await cancel(withTds)
  await cancel(charged)
  const again = await pay('1180')
  await cancel(await refund('200'))
  await refund('250')
  await cancel(again)
  expect((await read()).notes.slice(-4)).toEqual([
    'C0003 0004 -200',
    'C0004 0005 -200',
    'C0005 0004 -50',
    'C0006 0004 -930',
  ])
  expect(await faults()).toEqual([])
})

test('a note for what is left names what was taken before, and has the values of its invoice', async () => {
  const { charge, pay, refund, cancel, paid, paper, exempt: book } = await open()
  await cancel(paid)
  await charge('Hall', '9440', invoice)
  const both = await pay('14100')
  const invoiced = await paper(both)
  await refund('2000')
  await book()
  const note = await paper(await cancel(both))
  expect(invoiced).toContain('Hall (SAC 999599) ₹8,000')
  expect(note).toContain('Hall (SAC 999599) ₹8,000')
  expect(note.join(' ')).toContain(
    'For tax invoice No. R2024-25/0003 dated 05/01/2025, which is cancelled. ₹2,200 of it had been taken before, by No. R2024-25/C0002, R2024-25/0004.',
  )
})

test('a note of two invoices names both', async () => {
  const { refund, cancel, paid, paper, text } = await open()
  await cancel(await refund('200'))
  const note = await paper(await cancel(paid))
  expect(note.join(' ')).toContain(
    'For tax invoice No. R2024-25/0002 dated 05/01/2025, which is cancelled. ₹200 of it had been taken before, by No. R2024-25/C0001. For tax invoice No. R2024-25/0003 dated 05/01/2025, which is cancelled.',
  )
  expect(await text('/api/admin/payments/tally.xml?year=2024-25')).toContain(
    '<REFERENCE>R2024-25/0002, R2024-25/0003</REFERENCE>',
  )
})

test('the cancellation of money whose invoice charges had taken names the invoice and who took it', async () => {
  const { cancel, charge, paid, paper, register, text, portal, admin, faults } = await open()
  const registered = async () =>
    (await register()).slice(1, -1).map(([, what, number]) => `${what} ${number}`)
  await charge('Bus', '680', stall)
  await charge('Hall', '500', exempt)
  const before = await registered()
  const cancelled = await cancel(paid)
  // Nothing is left that a credit note could credit.
  expect(await registered()).toEqual(before)
  const printed = (await paper(cancelled)).join(' ').replaceAll('- ', '-')
  expect(printed).toContain('Cancellation of a payment No. R2024-25/C0001')
  expect(printed).toContain(
    'The payment of ₹1,180 is cancelled. It was on Tax Invoice and Receipt Voucher No. R2024-25/0002 dated 05/01/2025. ₹1,180 of it had been taken before, by No. R2024-25/0003, R2024-25/0004.',
  )
  expect(printed).not.toContain('₹0')
  expect(printed).toContain('Paid on 05/01/2025')
  expect(printed).not.toContain('Deducted on')
  await admin.post(`/api/admin/payments/${cancelled}/receipt-mail`, {})
  expect((await portal.mails()).at(-1)).toMatchObject({
    subject: 'Cancellation of a payment R2024-25/C0001 from Panel Makers Association',
    text: expect.stringMatching(/C0001 of ₹1,180 is attached.\n\nYou can/),
  })
  const vouchers = readVouchers(await text('/api/admin/payments/tally.xml?year=2024-25'))
  expect(vouchers.filter(({ tags }) => tags.VOUCHERNUMBER === 'R2024-25/C0001')).toMatchObject([
    { type: 'Payment', tags: { REFERENCE: 'R2024-25/0002' } },
  ])
  expect(await faults()).toEqual([])
})

test('papers of before say of a voucher what they said', async () => {
  const { portal, pay, content, paper } = await open()
  const id = await pay('1180')
  const now = await content(id)
  expect((await paper(id)).join(' ')).toContain(
    'No other invoice follows when the advance is used for what has the same tax.',
  )
  const stored = { content: JSON.stringify({ ...now, edition: 2 }) }
  await portal.db.updateTable('receipt').set(stored).where('entry_id', '=', id).execute()
  expect((await paper(id)).join(' ')).toContain('follows when the advance is used. ')
})
