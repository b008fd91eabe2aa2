import { describe, expect, test } from 'vitest'
import { minutes } from '#shared/durations.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { exempt, invoice, openPapers, stall } from '#test/support/money/taxed-papers.ts'
import { misplacedWords, pdfLines, pdfPages } from '#test/support/pdf.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { render, type StatementPage } from './statement-document.ts'

async function lines(client: TestClient, path: string): Promise<string[]> {
  const response = await client.request('GET', path)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return pdfLines(Buffer.from(await response.arrayBuffer()))
}

describe('the statement of account', () => {
  test('is for administrators and the member, of a year or of all, in the language of papers', async () => {
    const { portal, admin, mark, id } = await openPayments('SQLite')
    const path = `/api/admin/members/${id}/statement.pdf`
    await mark({ ...paidMark, paymentAmount: 5000.5 })
    portal.advanceClock(minutes(1))
    await admin.post(`/api/admin/members/${id}/dues-payments`, {
      amount: '750',
      mode: 'Cash',
      reference: '',
      paid_on: '2025-01-05',
      updated_at: (await admin.get(`/api/admin/members/${id}`)).updated_at,
    })
    const all = await lines(admin, path)
    expect(all).toEqual(
      expect.arrayContaining([
        'Statement of account Date 05/01/2025',
        'All entries up to 05/01/2025',
        'Opening balance ₹0',
        '05/01/2025 Membership fee 2024-25 ₹5,000.50 ₹5,000.50 Dr',
        'Receipt R2024-25/0001, Reference UTR 1',
        'Credit on 05/01/2025: ₹750',
      ]),
    )
    const year = await admin.request('GET', `${path}?year=2023-24`)
    expect(year.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="statement-OEM2025\d{3}-2023-24\.pdf"$/,
    )
    await admin.put('/api/admin/settings', { document_language: 'hi' })
    const member = await portal.as('oem')
    const own = await lines(member, '/api/profile/statement.pdf?year=2024-25')
    expect(own).toEqual(
      expect.arrayContaining(['वित्तीय वर्ष 2024-25', 'दिनांक 05/01/2025 को जमा राशि: ₹750']),
    )
    await expect(lines(admin, path.replace(id, 'unknown'))).rejects.toThrow('404: Member not found')
    await expect(lines(admin, `${path}?year=2024`)).rejects.toThrow(
      '400: Please give a financial year like 2026-27',
    )
    await expect(lines(member, path)).rejects.toThrow('403')
  })
})

test('a statement calls each paper what it is', async () => {
  const { admin, path, tax, pay, charge, refund, cancel } = await openPapers('SQLite')
  await tax(exempt)
  await pay('100')
  await tax(invoice)
  await pay('1180')
  await charge('Book', '100', exempt)
  await cancel(await refund('200'))
  const hall = await charge('Hall', '2360', stall)
  await cancel(await pay('5000'))
  await cancel(hall)
  const text = (await lines(admin, `${path}/statement.pdf`)).join('\n')
  expect([...text.matchAll(/.*R2024-25.*/g)].map(([line]) => line)).toEqual([
    'Bill of Supply R2024-25/0001',
    'Tax Invoice R2024-25/0002',
    'Bill of Supply R2024-25/0003',
    'Credit Note R2024-25/C0001, Reference UTR9',
    'Credit Note R2024-25/C0001, No. R2024-25/0004',
    'Tax Invoice R2024-25/0005',
    'Tax Invoice R2024-25/0006',
    'Tax Invoice R2024-25/0006, No. R2024-25/C0002',
    'Tax Invoice R2024-25/0005, No. R2024-25/C0003',
  ])
})

test.each([
  [80, 5],
  [14, 2],
])('a statement of %d entries has numbered pages, each with its title', async (count, last) => {
  const line = { kind: 'payment', is_void: false, item: null, year: '', label: '' } as const
  const facts = { day: '2026-05-01', mode: 'Bank', reference: '', cancels: '', paise: 100 } as const
  const page: StatementPage = {
    opening_paise: 0,
    closing_paise: 100 * count,
    lines: Array.from({ length: count }, (_, index) => ({
      ...{ ...line, ...facts, number: `R${index}`, balance_paise: (index + 1) * 100 },
    })),
    language: 'en',
    association: {
      name: 'PMA',
      address: '',
      email: '',
      website: '',
      pan: '',
      gstin: '',
      logo: undefined,
    },
    member: { name: 'Asha', company_name: '', membership_number: 'OEM1', address: '', gstin: '' },
    year: undefined,
    day: '2026-05-02',
    later_paise: 0,
    later_years: [],
  }
  const pdf = await render(page)
  const pages = pdfPages(pdf)
  expect(pages.map((text) => text.match(/Page \d/)?.[0])).toEqual([
    ...[undefined, 'Page 2', 'Page 3', 'Page 4', 'Page 5'].slice(0, last),
  ])
  for (const text of pages) expect(text).toContain('Statement of account')
  for (const text of pages.slice(1)) expect(text).toContain('OEM1')
  expect(pages.at(-1)).toContain(`Credit on 02/05/2026: ₹${count}`)
  expect(misplacedWords(pdf, 45)).toEqual([])
  expect(await render(page)).toEqual(pdf)
})
