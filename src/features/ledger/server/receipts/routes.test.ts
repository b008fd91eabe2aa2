import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hours } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { openPayments, paidMark } from '#test/support/money/payments.ts'
import { invoice } from '#test/support/money/taxed-papers.ts'
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

async function open(engine: Engine) {
  const opened = await openPayments(engine)
  const payment = async () => (await opened.ledger()).find(({ kind }) => kind === 'payment')?.id
  const receipt = async (id?: string) =>
    pdf(opened.admin, `/api/admin/payments/${id ?? (await payment())}/receipt.pdf`)
  const rename = (values: { name?: string; company_name?: string }) =>
    opened.portal.db.updateTable('person').set(values).where('id', '=', opened.id).execute()
  return { ...opened, payment, receipt, rename }
}

const invoices = { ...invoice, valid_from: '2025-01-01' }

describe.each(engines)('a receipt that is stored, on %s,', (engine) => {
  test('has all of the payment, and stays equal when settings and member change', async () => {
    const { portal, admin, mark, rename, receipt } = await open(engine)
    await admin.put(settings, {
      association_address: 'Timber Market\nPune 411042',
      association_pan: 'AAATF0000K',
    })
    await mark({ ...paid, paymentAmount: 125000.5 })
    // The settings change before the first print.
    await admin.put(settings, { association_address: 'Elsewhere', association_name: 'Renamed' })
    await rename({ company_name: 'Other Company' })
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

  test('of a payment from before receipts were stored is made from the ledger at the first print', async () => {
    const { portal, mark, admin, receipt } = await open(engine)
    await mark(paid)
    await portal.db.deleteFrom('receipt').execute()
    const first = await receipt()
    expect(pdfLines(first)).toContain('Receipt No. R2024-25/0001')
    await admin.put(settings, { association_name: 'Renamed' })
    expect((await receipt()).equals(first)).toBe(true)
  })

  test('shows the logo of the day of the payment, also after it has changed', async () => {
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
})

describe('the words of a receipt', () => {
  test('of a cancelled payment name the cancellation, which also has a document', async () => {
    const { portal, mark, ledger, payment, receipt } = await open('SQLite')
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

  test('may be in Gujarati, and stay when the member is renamed', async () => {
    const { mark, rename, receipt } = await open('SQLite')
    await rename({ name: 'શ્રી ગણેશ પટેલ', company_name: 'Teak & Co' })
    await mark(paid)
    const printed = await receipt()
    expect(pdfLines(printed)).toEqual(
      expect.arrayContaining(['Receipt No. R2024-25/0001', 'શ્રી ગણેશ પટેલ', 'Teak & Co']),
    )
    await rename({ name: 'Other', company_name: 'Other' })
    expect((await receipt()).equals(printed)).toBe(true)
  })

  test('are refused while letters of the member cannot be drawn', async () => {
    const { admin, mark, payment, rename, receipt } = await open('SQLite')
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
    expect(pdfLines(await receipt())).toContain('Receipt No. R2024-25/0001')
  })

  test('are refused while letters of the association cannot be drawn', async () => {
    const { admin, mark, receipt } = await open('SQLite')
    await admin.put(settings, { association_address: '🏭 Pune' })
    await mark(paid)
    await expect(receipt()).rejects.toThrow(
      '🏭 in the address of the association cannot be printed',
    )
  })
})

describe.each(engines)('a receipt under GST, on %s,', (engine) => {
  test('is a tax invoice or exempt, as the day of the payment says', async () => {
    const { portal, admin, mark, receipt } = await open(engine)
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9' })
    await admin.post(treatments, { valid_from: '2024-01-01', kind: 'exempt', legend: 'छूट: No GST' })
    expect(await admin.post(treatments, invoices)).toMatchObject([
      { valid_from: '2025-01-01', kind: 'invoice', rate: 1800, sac: '999599', legend: '' },
      { valid_from: '2024-01-01', kind: 'exempt', rate: 0 },
    ])
    await mark({ ...paid, paymentAmount: 5900 })
    expect(pdfLines(await receipt())).toContain('CGST 9 % ₹450')
    portal.advanceClock(1000)
    await mark({ ...paid, payment_date: '2024-12-31T09:00:00.000Z' })
    expect(pdfLines(await receipt())).toContain('छूट: No GST')
    expect((await admin.get(`${settings}/history`))[0]?.details).toContainEqual({
      field: 'how payments are taxed',
      before: 'Exempt: छूट: No GST',
      after: 'Tax invoice, GST 18 %, SAC 999599 from 01/01/2025',
    })
  })
})

describe('a receipt under GST', () => {
  test('is a tax invoice only when the GSTIN of the association is known', async () => {
    const { admin } = await open('SQLite')
    await expect(admin.post(treatments, invoices)).rejects.toThrow(
      "400: Please enter the association's GSTIN first",
    )
  })

  test('has CGST and SGST within the state, IGST across states, in Hindi where documents are', async () => {
    const { portal, admin, mark, id, receipt } = await open('SQLite')
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', document_language: 'hi' })
    await admin.post(treatments, invoices)
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
  })

  test('of an association in a union territory has UTGST', async () => {
    const { admin, mark, receipt } = await open('SQLite')
    await admin.put(settings, { association_gstin: '04AAPFU0939F1Z3' })
    await admin.post(treatments, invoices)
    await mark({ ...paid, paymentAmount: 5900 })
    const lines = pdfLines(await receipt())
    expect(lines).toEqual(
      expect.arrayContaining(['Place of supply: 04 Chandigarh', 'CGST 9 % ₹450', 'UTGST 9 % ₹450']),
    )
  })

  test('goes by the address on record; a cancelled invoice has a credit note', async () => {
    const { portal, admin, mark, id, ledger, receipt } = await open('SQLite')
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9' })
    await admin.post(treatments, invoices)
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

  test('of an exempt payment is a bill of supply when the association has a GSTIN', async () => {
    const { portal, admin, mark, receipt } = await open('SQLite')
    const exempt = { valid_from: '2025-01-01', kind: 'exempt', legend: 'No GST', sac: '999599' }
    await admin.post(treatments, exempt)
    await mark(paid)
    expect(pdfLines(await receipt())).toContain('Receipt No. R2024-25/0001')
    await admin.put(settings, { association_gstin: '27AAATF0000K1Z9', receipt_short_year: 'yes' })
    portal.advanceClock(1000)
    await mark({ ...paid, paymentAmount: 5900 })
    expect(pdfLines(await receipt())).toContain('Bill of Supply No. R24-25/0002')
  })
})

describe('a receipt', () => {
  test('is downloaded by its member, but not by others', async () => {
    const { portal, mark, payment } = await open('SQLite')
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

  test('is mailed when asked for, with the PDF attached', async () => {
    const { portal, admin, mark, payment, receipt } = await open('SQLite')
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
