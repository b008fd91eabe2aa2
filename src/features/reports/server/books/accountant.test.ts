/** The GST register and the file for Tally. */

import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { bookFaults } from '#test/support/books.ts'
import { engines } from '#test/support/engines.ts'
import { gstRegisterRows, openPayments, paidMark } from '#test/support/payments.ts'
import { readVouchers } from '#test/support/tally-vouchers.ts'
import { invoice, openPapers } from '#test/support/taxed-papers.ts'

const inPaise = (amount: string | number) => Math.round(Number(amount) * 100)
const sumOf = (amounts: readonly (string | number)[]) =>
  amounts.reduce<number>((sum, amount) => sum + inPaise(amount), 0)

describe.each(engines)('the books for the accountant on %s', (engine) => {
  async function season() {
    const opened = await openPayments(engine)
    const { portal, admin, mark } = opened
    await admin.put('/api/admin/settings', {
      association_gstin: '27AAATF0000K1Z9',
      tally_bank: 'HDFC & Co. 0042',
    })
    // A receipt without tax, then a tax invoice that is cancelled, then another one.
    await mark({ ...paidMark, paymentAmount: 5000.5, paymentMode: 'Cash' })
    await admin.post('/api/admin/receipts/treatments', {
      valid_from: '2025-01-01',
      kind: 'invoice',
      rate: '18',
      sac: '999599',
    })
    portal.advanceClock(1000)
    await mark({ ...paidMark, paymentAmount: 5899.99 })
    portal.advanceClock(1000)
    await mark({ payment_status: false })
    portal.advanceClock(1000)
    await mark({ ...paidMark, paymentAmount: 1180.01, paymentRef: 'UTR <2>' })
    const text = async (path: string) => (await admin.request('GET', path)).text()
    return { ...opened, text }
  }

  test('the register has invoices and credit notes, equal to the ledger to the paisa', async () => {
    const { admin, ledger, text } = await season()
    const path = '/api/admin/payments/gst-register?year=2024-25'
    const csv = (await text(`${path}&format=csv`)).trim().split('\r\n')
    expect(csv[0]).toContain('"Place of Supply","SAC","Rate (%)","Taxable Value (₹)","CGST (₹)"')
    expect(csv[1]).toMatch(
      /^"05\/01\/2025","Invoice","R2024-25\/0002","","","",".+","B2C","27 Maharashtra","999599","18","4999.99","450","450","0","0","0","5899.99","05\/01\/2025"$/,
    )
    expect(csv[2]).toMatch(
      /^"05\/01\/2025","Credit note","R2024-25\/C0002","R2024-25\/0002","05\/01\/2025",.*,"-4999.99","-450","-450","0","0","0","-5899.99","05\/01\/2025"$/,
    )
    expect(csv[4]).toMatch(/^"","Total",.*,"1000.01","90","90","0","0","0","1180.01",""$/)
    const entries = (await ledger()).slice(0, 3)
    const response = await admin.request('GET', path)
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="gst-register-2024-25.xlsx"',
    )
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    const rows = book.sheets[0]?.rows ?? []
    const total = rows.at(-1) ?? []
    expect(inPaise(Number(total.at(17)))).toBe(sum(entries, ({ amount_paise }) => amount_paise))
    for (const row of rows.slice(1))
      expect(sumOf(row.slice(11, 17).map(Number))).toBe(inPaise(Number(row.at(17))))
  })

  test('the day book and the year book say the GST that their amounts include', async () => {
    const { admin, text } = await season()
    const path = '/api/admin/payments/day-book?from=2025-01-05&to=2025-01-05'
    const [headings = [], ...rows]: string[][] = parse(await text(`${path}&format=csv`), {
      bom: true,
    })
    expect(headings.slice(9)).toEqual([
      'Amount incl. GST (₹)',
      'Joining Fee incl. GST (₹)',
      'Dues of the Year incl. GST (₹)',
      'Arrears incl. GST (₹)',
      'Advance incl. GST (₹)',
      'Other incl. GST (₹)',
      'GST Included (₹)',
    ])
    expect(rows.map((row) => [row[1], row[9], row[15]]).toSorted()).toEqual([
      ['R2024-25/0001', '5000.5', '0'],
      ['R2024-25/0002', '5899.99', '900'],
      ['R2024-25/0003', '1180.01', '180'],
      ['R2024-25/C0001', '-5000.5', '0'],
      ['R2024-25/C0002', '-5899.99', '-900'],
      ['Total', '1180.01', '180'],
    ])
    const book = await admin.request('GET', '/api/admin/payments/year-book?year=2024-25')
    const { sheets } = await readXlsx(new Uint8Array(await book.arrayBuffer()))
    expect(sheets[0]?.rows[0]?.slice(9)).toEqual(headings.slice(9))
    expect(sheets[1]?.rows[0]).toContain('Amount incl. GST (₹)')
    expect(sheets[1]?.rows).toContainEqual(['GST', 'Included in the total', 3, 180])
  })

  test('the file for Tally balances, has the money of the ledger, and the same ids each time', async () => {
    const { ledger, text } = await season()
    const path = '/api/admin/payments/tally.xml?year=2024-25'
    const xml = await text(path)
    expect(await text(path)).toBe(xml)
    const vouchers = readVouchers(xml)
    expect(new Set(vouchers.map(({ id }) => id)).size).toBe(vouchers.length)
    expect(vouchers.map(({ type, tags }) => `${type} ${tags.VOUCHERNUMBER}`)).toEqual([
      'Receipt R2024-25/0001',
      // Replaced by the next one: the money went to the same days.
      'Payment R2024-25/C0001',
      'Sales R2024-25/0002',
      'Receipt R2024-25/0002',
      'Credit Note R2024-25/C0002',
      'Payment R2024-25/C0002',
      'Sales R2024-25/0003',
      'Receipt R2024-25/0003',
    ])
    for (const { postings, tags } of vouchers) {
      expect(sumOf(postings.map(({ amount }) => amount))).toBe(0)
      for (const { amount, deemed } of postings)
        expect(deemed).toBe(Number(amount) < 0 ? 'Yes' : 'No')
      expect(tags.DATE).toBe('20250105')
    }
    const money = vouchers
      .flatMap(({ postings }) => postings)
      .filter(({ ledger: name }) => name === 'HDFC & Co. 0042' || name === 'Cash')
    expect(-sumOf(money.map(({ amount }) => amount))).toBe(
      sum(await ledger(), ({ amount_paise }) => amount_paise),
    )
    const members = vouchers
      .flatMap(({ postings }) => postings)
      .filter(({ ledger: name }) => name === 'Members')
    expect(sumOf(members.map(({ amount }) => amount))).toBe(0)
    expect(vouchers.at(-2)?.postings.map(({ ledger: name, amount }) => [name, amount])).toEqual([
      ['Members', '-1180.01'],
      ['Membership Fees', '1000.01'],
      ['CGST', '90.00'],
      ['SGST', '90.00'],
    ])
    expect(vouchers.at(-1)?.tags.NARRATION).toContain('UTR <2>')
    expect(vouchers[4]?.tags).toMatchObject({
      REFERENCE: 'R2024-25/0002',
      REFERENCEDATE: '20250105',
      PLACEOFSUPPLY: 'Maharashtra',
    })
  })
})

describe.each(engines)('what money was for, on %s', (engine) => {
  /** An OEM member who was charged 5,900 for each of these years. */
  async function charged(...years: string[]) {
    const { portal, admin, id } = await openPayments(engine)
    for (const year of years) {
      await admin.put('/api/admin/dues/rates', {
        year,
        role: 'oem',
        amount: '5,900',
        joining_fee: '',
        proration: 'none',
        due_on: `${year.slice(0, 4)}-04-30`,
        grace_days: 60,
      })
      const body = { year, selection: { ids: [id] } }
      const { token } = await admin.post('/api/admin/dues/runs/preview', body)
      await admin.post('/api/admin/dues/runs', { ...body, token })
    }
    const get = async (path: string) => (await admin.request('GET', path)).text()
    return {
      post: <const What extends string>(what: What, body: object) => {
        portal.advanceClock(1000)
        return admin.post(`/api/admin/members/${id}/${what}`, body)
      },
      /** What it was, and the amounts that are not zero, by the headings. */
      rows: async () => {
        const path = '/api/admin/payments/day-book?from=2025-01-01&to=2025-01-31&format=csv'
        const [headings = [], ...rows]: string[][] = parse(await get(path), { bom: true })
        return rows.map((row) =>
          row
            .map((cell, index) => [headings[index]?.replace(' (₹)', ''), cell])
            .filter(([, cell], index) => index === 2 || (index > 9 && cell !== '0'))
            .map(([heading, cell]) => (heading === 'Particulars' ? cell : `${heading} ${cell}`))
            .join(', ')
            .replace(/^, /, `${row[1]}, `),
        )
      },
      /** The postings of each voucher. */
      vouchers: async () =>
        readVouchers(await get('/api/admin/payments/tally.xml?year=2024-25')).map(
          ({ type, postings }) =>
            [type, ...postings.map(({ ledger, amount }) => `${ledger} ${amount}`)].join(', '),
        ),
      faults: () => bookFaults(portal.db, 2023, 2026),
    }
  }

  test('a payment and the tax that was deducted from it each have their own amount', async () => {
    const { post, rows, faults } = await charged('2024-25')
    await post('dues-payments', { amount: '5,310', tds: '590', mode: 'Bank', reference: 'UTR 1' })
    expect(await rows()).toEqual([
      'Payment, Dues of the Year 5310',
      'Tax deducted at source (TDS), Dues of the Year 590',
      'Total, Dues of the Year 5900',
    ])
    expect(await faults()).toEqual([])
  })

  test('only money of a bank is on its ledger: cash and money without a mode have their own', async () => {
    const { post, vouchers, faults } = await charged('2024-25')
    for (const mode of ['Bank', 'GPay', 'Cheque', 'Cash', undefined])
      await post('dues-payments', { amount: '1,000', mode })
    await post('dues-payments', { amount: '2,000', mode: 'Cash' })
    await post('refunds', { amount: '600', mode: 'Cash' })
    await post('refunds', { amount: '500' })
    const ledgers = (await vouchers()).map((voucher) => voucher.split(', ').slice(0, 3))
    expect(ledgers.map(([type, first]) => [type, first])).toEqual([
      ['Receipt', 'Bank -1000.00'],
      ['Receipt', 'Bank -1000.00'],
      ['Receipt', 'Bank -1000.00'],
      ['Receipt', 'Cash -1000.00'],
      ['Receipt', 'Mode not recorded -1000.00'],
      ['Receipt', 'Cash -2000.00'],
      ['Payment', 'Advances from Members -600.00'],
      ['Payment', 'Advances from Members -500.00'],
    ])
    expect(ledgers.slice(-2).map((postings) => postings[2])).toEqual([
      'Cash 600.00',
      'Mode not recorded 500.00',
    ])
    expect(await faults()).toEqual([])
  })

  test('dues of a year that has not begun are an advance in the books and for Tally', async () => {
    const { post, rows, vouchers, faults } = await charged('2024-25', '2025-26')
    await post('dues-payments', { amount: '11,800', mode: 'Bank', reference: 'UTR 1' })
    expect(await rows()).toEqual([
      'Payment, Dues of the Year 5900, Advance 5900',
      'Total, Dues of the Year 5900, Advance 5900',
    ])
    expect(await vouchers()).toEqual([
      'Receipt, Bank -11800.00, Membership Fees 5900.00, Advances from Members 5900.00',
    ])
    expect(await faults()).toEqual([])
  })

  test('credit that was paid back and paid again is an advance in the books and for Tally', async () => {
    const { post, rows, vouchers, faults } = await charged('2024-25')
    const { entry } = await post('dues-payments', { amount: '6,900', mode: 'Bank' })
    await post('refunds', { amount: '1,000', mode: 'Bank' })
    await post(`account/${entry.id}/cancel`, { reason: 'bounced' })
    await post('dues-payments', { amount: '6,900', mode: 'Bank' })
    expect((await rows()).toSorted()).toEqual([
      'Cancels R2024-25/0001, Dues of the Year -5900, Advance -1000',
      'Payment, Dues of the Year 5900, Advance 1000',
      'Payment, Dues of the Year 5900, Advance 1000',
      'Refund, Advance -1000',
      'Total, Dues of the Year 5900',
    ])
    expect(await vouchers()).toEqual([
      'Receipt, Bank -6900.00, Membership Fees 5900.00, Advances from Members 1000.00',
      'Payment, Bank 6900.00, Membership Fees -5900.00, Advances from Members -1000.00',
      'Receipt, Bank -6900.00, Advances from Members 1000.00, Membership Fees 5900.00',
      'Payment, Advances from Members -1000.00, Bank 1000.00',
    ])
    expect(await faults()).toEqual([])
  })
})

test('dues that are cancelled in a later year are arrears there, as the payment of such dues is', async () => {
  const { portal, path, pay } = await openPapers('SQLite')
  const paid = await pay('5000')
  portal.clock.now = new Date('2025-04-10T06:00:00.000Z')
  const admin = await portal.signIn('admin@teak.example')
  const text = async (file: string) => (await admin.request('GET', file)).text()
  await admin.post(`${path}/account/${paid}/cancel`, { reason: 'bounced' })
  const partsOf = async (year: string, to: string) => {
    const file = `/api/admin/payments/day-book?from=${year}-04-01&to=${to}-03-31&format=csv`
    const rows = (await text(file)).trim().split('\r\n').slice(1)
    return rows.map((row) => row.slice(1, -1).split('","').slice(9, 13).join(' '))
  }
  expect(await partsOf('2024', '2025')).toEqual(['5000 0 5000 0', '5000 0 5000 0'])
  expect(await partsOf('2025', '2026')).toEqual(['-5000 0 0 -5000', '-5000 0 0 -5000'])
  const file = await admin.request('GET', '/api/admin/payments/year-book?year=2025-26')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const forRows = sheets[1]?.rows.filter(([sum]) => sum === 'For') ?? []
  expect(forRows.map(([, of, , rupees]) => `${of} ${rupees}`)).toEqual([
    'Joining fee 0',
    'Dues of the year 0',
    'Arrears -5000',
    'Advance 0',
    'Other charges 0',
  ])
})

test('the rows of a day in the register are in the order of their numbers', async () => {
  const { portal, admin, tax, id } = await openPapers('SQLite')
  await tax(invoice)
  const { id: other } = await (await portal.as('vendor')).get('/api/user')
  // Entries of one moment are recorded a millisecond after each other, so that the fourth number has an earlier time.
  for (const member of [id, id, id, other])
    await admin.post(`/api/admin/members/${member}/dues-payments`, { amount: '1180' })
  const [, ...rows] = await gstRegisterRows(admin)
  expect(rows.map((row) => row[2]?.slice(-4))).toEqual(['0001', '0002', '0003', '0004', ''])
})
