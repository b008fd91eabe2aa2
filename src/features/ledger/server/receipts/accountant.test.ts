/** The GST register and the file for Tally. */
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/payments.ts'
import { readVouchers } from '#test/support/tally-vouchers.ts'

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
      ...{ valid_from: '2025-01-01', kind: 'invoice', rate: '18', sac: '999599' },
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
    expect(inPaise(Number(total.at(17)))).toBe(
      entries.reduce((sum, { amount_paise }) => sum + amount_paise, 0),
    )
    for (const row of rows.slice(1))
      expect(sumOf(row.slice(11, 17).map(Number))).toBe(inPaise(Number(row.at(17))))
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
      (await ledger()).reduce((sum, { amount_paise }) => sum + amount_paise, 0),
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
      ...{ REFERENCE: 'R2024-25/0002', REFERENCEDATE: '20250105', PLACEOFSUPPLY: 'Maharashtra' },
    })
  })
})
