import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { upiLink } from '#shared/dues/upi.ts'
import { misplacedWords, pdfLines, pdfPages, pdfQrCode } from '#test/support/pdf.ts'
import type { Notice } from '../../notices/answers.ts'
import { type NoticeDocument, render } from './notice-document.ts'

const upi = {
  payeeAddress: 'fpma.dues@examplebank',
  payeeName: 'Furniture & Panel Makers — फर्नीचर संघ',
  amountPaise: 1_25_900_50,
  reference: 'DN2627K7Q4XMWP',
  note: 'DN2627K7Q4XMWP Dues 2026-27',
}

const notice: Notice = {
  reference: upi.reference,
  year: '2026-27',
  name: 'श्रीमती ज्ञानेश्वरी क्षत्रिय',
  company_name: 'M/s Teak & Co',
  membership_number: 'OEM2025001',
  language: 'en',
  charges: [
    {
      item: 'dues',
      label: '',
      year: '2025-26',
      amount_paise: 5000_00,
      open_paise: 900_50,
      due_on: '2025-06-30',
      valid_from: '2025-04-01',
      valid_to: '2026-03-31',
    },
    {
      item: 'joining fee',
      label: '',
      year: '2026-27',
      amount_paise: 1_25_000_00,
      open_paise: 1_25_000_00,
      due_on: '2026-06-30',
      valid_from: '2026-04-01',
      valid_to: '2027-03-31',
    },
  ],
  owed_paise: upi.amountPaise,
  credit_paise: 0,
  upi: { link: upiLink(upi), vpa: upi.payeeAddress, payee_name: upi.payeeName },
  bank: {
    account_name: 'FPMA',
    bank_name: 'Example Bank, Pune Camp',
    account_number: '000123456789',
    ifsc: 'EXAM0000123',
  },
  association: {
    name: 'Furniture & Panel Manufacturers Association',
    address: 'Office 12, Timber Market\nPune 411042',
    pan: 'AAATF0000K',
    gstin: '27AAATF0000K1Z9',
    email: 'office@fpma.example',
    website: 'https://fpma.example',
  },
  reports: [],
}

const page = (changes: Partial<Notice> = {}): NoticeDocument => ({
  notice: { ...notice, ...changes },
  address: 'Plot 7, MIDC\nपुणे ४११०१९',
  gstin: '',
  tax: null,
  day: '2026-05-01',
})

describe(`printed dues notices`, () => {
  test('have what is owed, how to pay it, and a QR code equal to the link', async () => {
    const pdf = await render({ notices: [page()] })
    expect(pdfLines(pdf)).toEqual([
      'Furniture & Panel Manufacturers Association',
      'Office 12, Timber Market, Pune 411042',
      'office@fpma.example https://fpma.example',
      'PAN AAATF0000K GSTIN 27AAATF0000K1Z9',
      'Notice: Dues 2025-26 and Joining fee 2026-27',
      'Notice no.: DN2627K7Q4XMWP',
      'Date: 01/05/2026',
      'Membership no.: OEM2025001',
      'To',
      'M/s Teak & Co',
      'श्रीमती ज्ञानेश्वरी क्षत्रिय',
      'Plot 7, MIDC',
      'पुणे ४११०१९',
      'Description Period Due date Amount To pay',
      'Membership dues 2025-26 01/04/2025 – 31/03/2026 Was due 30/06/2025 ₹5,000 ₹900.50',
      'Joining fee 2026-27 01/04/2026 – 31/03/2027 30/06/2026 ₹1,25,000 ₹1,25,000',
      'Total to pay: ₹1,25,900.50',
      'Rupees One Lakh Twenty Five Thousand Nine Hundred and Fifty Paise Only',
      'Pay by UPI',
      'Scan with any UPI app. Amount and reference are filled in.',
      'UPI ID: fpma.dues@examplebank',
      'Bank transfer',
      'Account holder: FPMA',
      'Bank: Example Bank, Pune Camp',
      'Account number: 000123456789',
      'IFSC: EXAM0000123',
      'Please quote DN2627K7Q4XMWP with your payment.',
      'Made by computer and valid without a signature.',
    ])
    const link = pdfQrCode(pdf, 120)
    expect(link).toBe(notice.upi?.link)
    const fields = new URLSearchParams(link?.slice('upi://pay?'.length))
    expect(Object.fromEntries(fields)).toEqual({
      pa: upi.payeeAddress,
      pn: upi.payeeName,
      tr: upi.reference,
      tn: upi.note,
      am: '125900.50',
      cu: 'INR',
    })
    expect(await render({ notices: [page()] })).toEqual(pdf)
  })

  test("have the association's logo once, with any number of pages", async () => {
    const picture = { width: 300, height: 100, channels: 3, background: '#aa0000' } as const
    const bytes = await sharp({ create: picture }).png().toBuffer()
    const logo = `data:image/png;base64,${bytes.toString('base64')}`
    const pdf = await render({ notices: [page(), page({ language: 'hi' })], logo })
    expect(pdf.toString('latin1').split('/Subtype /Image')).toHaveLength(2)
    expect(pdfLines(pdf)).toContain('PAN AAATF0000K GSTIN 27AAATF0000K1Z9')
  })

  test('are in Hindi', async () => {
    const pdf = await render({ notices: [page({ language: 'hi' })] })
    const lines = pdfLines(pdf)
    for (const line of [
      'सूचना: सदस्यता शुल्क 2025-26 और प्रवेश शुल्क 2026-27',
      'कुल देय राशि: ₹1,25,900.50',
      'कृपया भुगतान के साथ संदर्भ DN2627K7Q4XMWP लिखें।',
      'UPI आईडी: fpma.dues@examplebank',
    ])
      expect(lines).toContain(line)
    expect(lines.join(' ')).toMatch(/30\/06\/2025 को देय था ?₹5,000/)
  })

  test('are proforma invoices with the tax that is part of what is owed', async () => {
    const tax = {
      ...({ kind: 'invoice', rate: 1800, sac: '999599', legend: '' } as const),
      place_of_supply: '27 Maharashtra',
      taxable_paise: 106695_34,
      cgst_paise: 9602_58,
      sgst_paise: 9602_58,
      igst_paise: 0,
    }
    const pdf = await render({
      notices: [{ ...page(), tax: { tax, lines: [] }, gstin: '27AAPFU0939F1ZV' }],
    })
    expect(pdfLines(pdf)).toEqual(
      expect.arrayContaining([
        'Proforma invoice (not a tax invoice)',
        'GSTIN 27AAPFU0939F1ZV',
        'Place of supply: 27 Maharashtra',
        'Taxable value (SAC 999599): ₹1,06,695.34',
        'CGST 9 %: ₹9,602.58',
        'SGST 9 %: ₹9,602.58',
        'Total to pay: ₹1,25,900.50',
        'The tax invoice is issued when the payment is received. Made by computer and valid without a signature.',
      ]),
    )
    const between = { ...tax, cgst_paise: 0, sgst_paise: 0, igst_paise: 19205_16 }
    const hindi = await render({
      notices: [
        {
          ...page({ language: 'hi' }),
          tax: { tax: { ...between, place_of_supply: '29 Karnataka' }, lines: [] },
        },
      ],
    })
    expect(pdfLines(hindi)).toEqual(
      expect.arrayContaining(['आपूर्ति का स्थान: 29 Karnataka', 'IGST 18 %: ₹19,205.16']),
    )
  })

  test('say when nothing is owed, and have no QR code without a UPI ID', async () => {
    const paid = await render({ notices: [page({ owed_paise: 0, charges: [], upi: null })] })
    expect(pdfLines(paid)).toContain('Nothing to pay. Thank you.')
    expect(pdfLines(paid)).not.toContain('Pay by UPI')
    const byBank = await render({ notices: [page({ upi: null })] })
    expect(pdfLines(byBank)).not.toContain('Pay by UPI')
    expect(pdfLines(byBank)).toContain('IFSC: EXAM0000123')
  })

  test.each([31, 33, 60])(
    'of %d charges keep the sums together, on numbered pages',
    async (count) => {
      const charges = Array.from({ length: count }, (_, index) => ({
        ...{ ...notice.charges[0], label: `Stall ${index + 1}`, item: 'other' },
      })) as Notice['charges']
      const address = Array.from({ length: 9 }, (_, index) => `Plot ${index}`).join('\n')
      const pdf = await render({ notices: [{ ...page({ charges }), address }] })
      const pages = pdfPages(pdf)
      expect(pages.map((text) => text.match(/Page \d/)?.[0]).slice(0, 2)).toEqual([
        undefined,
        'Page 2',
      ])
      for (const text of pages) expect(text).toContain(notice.reference)
      const sums = pages.find((text) => text.includes('Total to pay: '))
      expect(sums).toContain('Nine Hundred and Fifty Paise Only')
      expect(misplacedWords(pdf, 40)).toEqual([])
    },
  )

  test('of many members are one document, a page each', async () => {
    const references = ['DN1', 'DN2', 'DN3', 'DN4', 'DN5']
    const pdf = await render({ notices: references.map((reference) => page({ reference })) })
    expect(pdfLines(pdf).filter((line) => line.startsWith('Notice no.'))).toEqual(
      references.map((reference) => `Notice no.: ${reference}`),
    )
  })
})
