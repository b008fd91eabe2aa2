import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { pdfLines } from '#test/support/pdf.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'

const paid = paidMark
const settings = '/api/admin/settings'
const treatments = '/api/admin/receipts/treatments'

async function pdf(client: TestClient, path: string): Promise<Buffer> {
  const response = await client.request('GET', path)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  expect(response.headers.get('Content-Type')).toBe('application/pdf')
  return Buffer.from(await response.arrayBuffer())
}

async function open(engine: Engine, options?: Parameters<typeof openPayments>[1]) {
  const opened = await openPayments(engine, options)
  const payment = async () => (await opened.ledger()).find(({ kind }) => kind === 'payment')?.id
  const receipt = async (id?: string) =>
    pdf(opened.admin, `/api/admin/payments/${id ?? (await payment())}/receipt.pdf`)
  return { ...opened, payment, receipt }
}

describe.each(engines)(`receipts on %s`, (engine) => {
  test('have all of the payment, and stay equal when settings and member change', async () => {
    const { portal, admin, mark, id, receipt } = await open(engine)
    await admin.put(settings, {
      association_address: 'Timber Market\nPune 411042',
      association_pan: 'AAATF0000K',
    })
    await mark({ ...paid, paymentAmount: 125000.5 })
    // The settings change before the first print.
    await admin.put(settings, { association_address: 'Elsewhere', association_name: 'Renamed' })
    await portal.db
      .updateTable('person')
      .set({ company_name: 'Other Company' })
      .where('id', '=', id)
      .execute()
    const printed = await receipt()
    expect(pdfLines(printed)).toEqual([
      'Renamed',
      'Timber Market, Pune 411042',
      'https://panel.example',
      'PAN AAATF0000K',
      'Receipt No. R2024-25/0001',
      'Date 05/01/2025',
      'Received from',
      expect.any(String),
      expect.any(String),
      expect.stringMatching(/^Membership No\. OEM2025\d{3}$/),
      'Description Amount',
      'Membership fee 2024-25 for 01/04/2024 to 31/03/2025 ₹1,25,000.50',
      'Total ₹1,25,000.50',
      'Amount in words',
      'Rupees One Lakh Twenty Five Thousand and Fifty Paise Only',
      'Paid on',
      '05/01/2025',
      'Paid by',
      'Bank transfer',
      'Reference',
      'UTR 1',
      'Made by computer and valid without a signature.',
    ])
    expect(pdfLines(printed)).not.toContain('Other Company')
    await admin.put(settings, {
      association_name: 'Again',
      association_pan: '',
      document_language: 'hi',
      receipt_prefix: 'PMA',
    })
    await admin.post(treatments, { valid_from: '2020-01-01', kind: 'exempt', legend: 'No GST' })
    portal.advanceClock(3_600_000)
    expect((await receipt()).equals(printed)).toBe(true)
  })

  test('of cancelled payments name the cancellation, which also has a document', async () => {
    const { portal, mark, ledger, payment, receipt } = await open(engine)
    await mark(paid)
    portal.advanceClock(1000)
    await mark({ payment_status: false })
    expect(pdfLines(await receipt())).toContain('Cancelled on 05/01/2025 by No. R2024-25/C0001')
    const reversal = (await ledger()).find(({ kind }) => kind === 'reversal')
    const lines = pdfLines(await receipt(reversal?.id))
    expect(lines).toContain(
      'Cancels receipt No. R2024-25/0001 dated 05/01/2025. Nothing is due on it.',
    )
    expect(lines).toContain('Cancellation of a receipt No. R2024-25/C0001')
    expect(await payment()).not.toBe(reversal?.id)
  })

  test('of before receipts were stored are made from the ledger at the first print', async () => {
    const { portal, mark, admin, receipt } = await open(engine)
    await mark(paid)
    await portal.db.deleteFrom('receipt').execute()
    const first = await receipt()
    expect(pdfLines(first)).toContain('Receipt No. R2024-25/0001')
    await admin.put(settings, { association_name: 'Renamed' })
    expect((await receipt()).equals(first)).toBe(true)
  })

  test('are printed in Gujarati, and refused while letters cannot be drawn', async () => {
    const { portal, admin, mark, id, payment, receipt } = await open(engine)
    const rename = (values: { name?: string; company_name?: string }) =>
      portal.db.updateTable('person').set(values).where('id', '=', id).execute()
    await rename({ name: 'શ્રી ગણેશ પટેલ', company_name: 'Teak 🪑 & \u4e2d Co' })
    // The payment counts; only its paper waits.
    await mark(paid)
    const path = `/api/admin/payments/${await payment()}/receipt.pdf` as const
    const refused = await admin.request('GET', path)
    expect([refused.status, await refused.text()]).toEqual([
      409,
      '🪑 and 中 in the company name of શ્રી ગણેશ પટેલ cannot be printed. Please correct it first.',
    ])
    await expect(
      admin.post(`/api/admin/payments/${await payment()}/receipt-mail`, {}),
    ).rejects.toThrow('409: 🪑 and 中 in the company name')
    await rename({ company_name: 'Teak & Co' })
    const printed = await receipt()
    expect(pdfLines(printed)).toEqual(
      expect.arrayContaining(['Receipt No. R2024-25/0001', 'શ્રી ગણેશ પટેલ', 'Teak & Co']),
    )
    await rename({ name: 'Other', company_name: 'Other' })
    expect((await receipt()).equals(printed)).toBe(true)
    await admin.put(settings, { association_address: '🏭 Pune' })
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 5900 })
    await expect(receipt()).rejects.toThrow(
      '🏭 in the address of the association cannot be printed',
    )
  })

  test('are tax invoices or exempt from a day on, in Hindi when the association prints Hindi', async () => {
    const { portal, admin, mark, id, receipt } = await open(engine)
    const invoice = { valid_from: '2025-01-01', kind: 'invoice', rate: '18', sac: '999599' }
    await expect(admin.post(treatments, invoice)).rejects.toThrow(
      "400: Please enter the association's GSTIN first",
    )
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', document_language: 'hi' })
    await admin.post(treatments, { valid_from: '2024-01-01', kind: 'exempt', legend: 'छूट: No GST' })
    expect(await admin.post(treatments, invoice)).toMatchObject([
      { valid_from: '2025-01-01', kind: 'invoice', rate: 1800, sac: '999599', legend: '' },
      { valid_from: '2024-01-01', kind: 'exempt', rate: 0 },
    ])
    await mark({ ...paid, paymentAmount: 5900 })
    const lines = pdfLines(await receipt())
    expect(lines).toContain('आपूर्ति का स्थान: 27 Maharashtra')
    expect(lines).toContain('CGST 9 % ₹450')
    expect(lines).toContain('SGST 9 % ₹450')
    expect(lines).toContain('पांच हज़ार नौ सौ रुपये मात्र')
    await portal.db
      .updateTable('person')
      .set({ gstin: '29AAPFU0939F1ZR' })
      .where('id', '=', id)
      .execute()
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 11800 })
    expect(pdfLines(await receipt())).toContain('IGST 18 % ₹1,800')
    portal.advanceClock(1000)
    await mark({ ...paid, payment_date: '2024-12-31T09:00:00.000Z' })
    expect(pdfLines(await receipt())).toContain('छूट: No GST')
    expect((await admin.get(`${settings}/history`))[0]?.details).toContainEqual({
      field: 'how payments are taxed',
      before: 'Exempt: छूट: No GST',
      after: 'Tax invoice, GST 18 %, SAC 999599 from 01/01/2025',
    })
  })

  test('show the logo of the day of the payment, also after it has changed', async () => {
    const { portal, admin, mark, receipt, payment } = await open(engine)
    const setLogo = async (colour: string) => {
      const picture = { width: 900, height: 300, channels: 3, background: colour } as const
      const bytes = await sharp({ create: picture }).png().toBuffer()
      const form = new FormData()
      form.append('file', new File([new Uint8Array(bytes)], 'logo.png'))
      const { url } = await admin.post('/api/upload', form)
      await admin.put(settings, { association_logo: url })
      return String(url)
    }
    await mark(paid)
    expect((await receipt()).includes('/Subtype /Image')).toBe(false)
    const without = await payment()
    const logo = await setLogo('#aa0000')
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 5900 })
    const printed = await receipt()
    expect(printed.includes('/Subtype /Image')).toBe(true)
    expect(printed.length).toBeLessThan(100_000)
    const second = await payment()
    const newer = await setLogo('#0000aa')
    expect((await receipt(second)).equals(printed)).toBe(true)
    expect((await receipt(without)).includes('/Subtype /Image')).toBe(false)
    // A logo that no receipt shows is deleted with the setting; a missing file is no error.
    await admin.put(settings, { association_logo: '' })
    const statusOf = async (url: string) => (await admin.request('GET', url)).status
    expect([await statusOf(logo), await statusOf(newer)]).toEqual([200, 404])
    await portal.db.deleteFrom('stored_file').execute()
    expect(pdfLines(await receipt(second))).toContain('Receipt No. R2024-25/0002')
  })

  test('of an association in a union territory have UTGST', async () => {
    const { admin, mark, receipt } = await open(engine)
    await admin.put(settings, { association_gstin: '04AAPFU0939F1Z3' })
    await admin.post(treatments, {
      valid_from: '2025-01-01',
      kind: 'invoice',
      rate: '18',
      sac: '999599',
    })
    await mark({ ...paid, paymentAmount: 5900 })
    const lines = pdfLines(await receipt())
    expect(lines).toEqual(
      expect.arrayContaining(['Place of supply: 04 Chandigarh', 'CGST 9 % ₹450', 'UTGST 9 % ₹450']),
    )
  })

  test('of tax invoices go by the address on record; a cancelled one has a credit note', async () => {
    const { portal, admin, mark, id, ledger, receipt } = await open(engine)
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9' })
    await admin.post(treatments, {
      valid_from: '2025-01-01',
      kind: 'invoice',
      rate: '18',
      sac: '999599',
    })
    // No GSTIN and no office address: the factory is on record.
    await admin.put(`/api/admin/members/${id}`, {
      ...(await admin.get(`/api/admin/members/${id}`)),
      gstin: '',
      address: '',
      certificate_postal_address: '',
      factory_address: 'Plot 7, Peenya\nBengaluru 560058',
    })
    await mark({ ...paid, paymentAmount: 11800 })
    const lines = pdfLines(await receipt())
    expect(lines).toContain('Place of supply: 29 Karnataka')
    expect(lines).toContain('IGST 18 % ₹1,800')
    expect(lines).toContain('Plot 7, Peenya, Bengaluru 560058')
    portal.advanceClock(hours(1))
    await mark({ payment_status: false })
    const reversal = (await ledger()).find(({ kind }) => kind === 'reversal')
    const note = pdfLines(await receipt(reversal?.id))
    expect(note).toEqual(
      expect.arrayContaining([
        'Credit Note No. R2024-25/C0001',
        'Date 05/01/2025',
        'For tax invoice No. R2024-25/0001 dated 05/01/2025, which is cancelled.',
        'IGST 18 % ₹1,800',
        'Place of supply: 29 Karnataka',
      ]),
    )
  })

  test('of exempt payments are bills of supply when the association has a GSTIN', async () => {
    const { portal, admin, mark, receipt } = await open(engine)
    const exempt = { valid_from: '2025-01-01', kind: 'exempt', legend: 'No GST', sac: '999599' }
    await admin.post(treatments, exempt)
    await mark(paid)
    expect(pdfLines(await receipt())).toContain('Receipt No. R2024-25/0001')
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', receipt_short_year: 'yes' })
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 5900 })
    expect(pdfLines(await receipt())).toContain('Bill of Supply No. R24-25/0002')
  })

  test('are downloaded by the member, but not by others', async () => {
    const { portal, mark, payment } = await open(engine)
    await mark(paid)
    const path = `/api/profile/payments/${await payment()}/receipt.pdf` as const
    const member = await portal.as('oem')
    expect(pdfLines(await pdf(member, path))).toContain('Receipt No. R2024-25/0001')
    expect(await member.get('/api/profile/payments')).toMatchObject([
      { receipt_number: 'R2024-25/0001', has_receipt: true, is_cancelled: false },
    ])
    await expect(pdf(await portal.as('vendor'), path)).rejects.toThrow('404: ')
    await expect(pdf(await portal.as('admin'), path)).rejects.toThrow('404: ')
    expect(await (await portal.as('vendor')).get('/api/profile/payments')).toEqual([])
    await expect(pdf(member, '/api/profile/payments/unknown/receipt.pdf')).rejects.toThrow(
      '404: The portal has not issued a receipt for this payment',
    )
  })

  test('are mailed when asked for, with the PDF attached', async () => {
    const { portal, admin, mark, payment, receipt } = await open(engine)
    await mark(paid)
    expect(await portal.mails()).toHaveLength(0)
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 5900, email_receipt: true })
    await mark({ ...paid, paymentAmount: 5900, email_receipt: true })
    const [mail, ...others] = await portal.mails()
    expect(others).toHaveLength(0)
    expect(mail?.subject).toBe('Receipt R2024-25/0002 from Panel Makers Association')
    expect(mail?.text).toContain('\n\nIt is for Membership fee 2024-25.\n\n')
    const attached = mail?.attachments.find(({ mimeType }) => mimeType === 'application/pdf')
    expect(attached?.filename).toBe('receipt-R2024-25-0002.pdf')
    expect(Buffer.from(attached?.content as ArrayBuffer).equals(await receipt())).toBe(true)
    await admin.post(`/api/admin/payments/${await payment()}/receipt-mail`)
    expect(await portal.mails()).toHaveLength(2)
  })
})

describe.each(engines)('the day book on %s', (engine) => {
  test('has payments and cancellations with a sum, as workbook and CSV', async () => {
    const { portal, admin, mark } = await open(engine)
    await mark({ ...paid, paymentRef: '=1+1' })
    portal.advanceClock(1000)
    await mark({ payment_status: false })
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 750.5, paymentMode: 'Cash' })
    const path = '/api/admin/payments/day-book?from=2025-01-05&to=2025-01-05'
    const csv = await (await admin.request('GET', `${path}&format=csv`)).text()
    const rows = csv.trim().split('\r\n')
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(
      /^"05\/01\/2025","R2024-25\/0001","Payment",.*"'=1\+1",.*,"5000","0","5000","0","0","0","0"$/,
    )
    const cancelled = rows.find((row) => row.includes('Cancels'))
    expect(cancelled).toMatch(
      /"R2024-25\/C0001","Cancels R2024-25\/0001",.*,"-5000","0","-5000","0","0","0","0"$/,
    )
    expect(rows[4]).toMatch(/^"","Total",.*,"750.5","0","750.5","0","0","0","0"$/)
    const response = await admin.request('GET', path)
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="day-book-2025-01-05-2025-01-05.xlsx"',
    )
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()))
    expect(book.sheets[0]?.rows.map((row) => row.at(9))).toEqual([
      'Amount (₹)',
      5000,
      -5000,
      750.5,
      750.5,
    ])
    const yearBook = '/api/admin/payments/year-book?year=2024-25'
    const yearly = await admin.request('GET', yearBook)
    expect(yearly.headers.get('Content-Disposition')).toBe(
      'attachment; filename="year-book-2024-25.xlsx"',
    )
    const [payments, summary] = (await readXlsx(new Uint8Array(await yearly.arrayBuffer()))).sheets
    expect(payments?.rows).toEqual(book.sheets[0]?.rows)
    const sums = (summary?.rows ?? []).slice(1)
    expect(sums.map(([sum, of, count, amount]) => [sum, of, count, amount].join(' '))).toEqual([
      ...[
        'April',
        'May',
        'June',
        'July',
        'August',
        'September',
        'October',
        'November',
        'December',
      ].map((month) => `Month ${month} 2024 0 0`),
      'Month January 2025 3 750.5',
      'Month February 2025 0 0',
      'Month March 2025 0 0',
      'Mode Bank transfer 2 0',
      'Mode Cash 1 750.5',
      'Kind Payments 2 5750.5',
      'Kind Cancellations 1 -5000',
      'Kind Refunds 0 0',
      'Kind Tax deducted at source (TDS) 0 0',
      'Kind Charges paid from credit 0 0',
      'For Joining fee 0 0',
      'For Dues of the year 3 750.5',
      'For Arrears 0 0',
      'For Advance 0 0',
      'For Other charges 0 0',
      'Total  3 750.5',
      'GST Included in the total 0 0',
      'Recorded In the year 3 750.5',
      'Moved Paid in the year, recorded in another 0 0',
      'Moved Recorded in the year, paid in another 0 0',
      'Advances Used in the year, not in the total 0 0',
    ])
    const csvOfYear = await admin.request('GET', `${yearBook}&format=csv`)
    expect(await csvOfYear.text()).toBe(csv)
    await expect(admin.get(yearBook.replace('2024-25', '2024-26'))).rejects.toThrow(
      '400: Please give a financial year like 2026-27',
    )
    const none = await admin.request('GET', `${path.replaceAll('2025', '2024')}&format=csv`)
    expect((await none.text()).trim().split('\r\n')).toHaveLength(2)
    await expect(admin.get(path.replace('to=2025', 'to=2024'))).rejects.toThrow(
      '400: The last day is before the first',
    )
  })
})
