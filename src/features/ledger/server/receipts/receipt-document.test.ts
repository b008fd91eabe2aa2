/** The pages of receipts: what stands where, however long their texts are. */
import { describe, expect, test } from 'vitest'
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { Day } from '#shared/dates.ts'
import { misplacedWords, pdfLines, pdfPages } from '#test/support/pdf.ts'
import { newEdition, type PrintableReceipt, type ReceiptLine } from '../../receipts/content.ts'
import { emptyLine } from '../../receipts/lines.ts'
import { render } from './receipt-document.ts'

const noTax = { kind: 'receipt', rate: 0, sac: '', legend: '', place_of_supply: '' } as const
const noAmounts = { taxable_paise: 0, cgst_paise: 0, sgst_paise: 0, igst_paise: 0 }
const dues = { ...emptyLine, item: 'dues', year: '2026-27', paise: 5000_00 } as const

const receipt: PrintableReceipt = {
  layout: 2,
  language: 'en',
  number: 'R2026-27/0001',
  issued_on: '2026-11-28',
  cancels: null,
  cancels_on: null,
  association: {
    name: 'Panel Makers Association',
    website: 'https://panel.example',
    address: '12 Timber Market\nPune 411042',
    email: 'office@panel.example',
    pan: 'AAATF0000K',
    gstin: '',
  },
  member: {
    name: 'Asha Patil',
    company_name: 'Teak & Panels Pvt Ltd',
    membership_number: 'OEM2025001',
    address: 'Plot 7, MIDC\nPune 411026',
    gstin: '',
  },
  amount_paise: 5000_00,
  mode: 'Bank',
  reference: 'UTR 1',
  paid_on: '2026-11-27',
  valid_from: null,
  valid_to: null,
  lines: [dues],
  tax: { ...noTax, ...noAmounts },
  owed_paise: 0,
  edition: newEdition,
}

type Changes = Partial<Omit<PrintableReceipt, 'cancels' | 'cancels_on'>>

const print = (changes: Changes, cancelled?: { cancels: string; cancels_on: Day }) => {
  const paper = { ...receipt, ...changes }
  const content = cancelled ? { ...paper, ...cancelled } : paper
  return render({ content, voidedPayments: [], cancelled: undefined })
}

/** The lines from the total to the words below it, and what follows. */
const fromTotal = (lines: readonly string[], total: string) => lines.slice(lines.indexOf(total))

describe('the words of an amount', () => {
  const tds = { tds_paise: 500_00, tds_certificate: 'Q4/17' }
  const invoice = { kind: 'invoice', rate: 1800, sac: '999599', legend: '' } as const
  const taxed = {
    ...invoice,
    place_of_supply: '29 Karnataka',
    taxable_paise: 4237_29,
    igst_paise: 762_71,
    cgst_paise: 0,
    sgst_paise: 0,
  }

  test.each([
    ['a receipt', {}],
    ['a tax invoice', { tax: taxed }],
  ])(
    'of %s are those of its total, below which they stand, also with deducted tax',
    async (_name, changes) => {
      const lines = pdfLines(await print({ ...changes, ...tds }))
      expect(fromTotal(lines, 'Total ₹5,000').slice(0, 6)).toEqual([
        'Total ₹5,000',
        'Amount in words',
        'Rupees Five Thousand Only',
        'Tax deducted at source (TDS), certificate Q4/17 ₹500',
        'Received in money ₹4,500',
        'Paid on',
      ])
    },
  )

  test('of a receipt from before are those of the money, below which they stand', async () => {
    const lines = pdfLines(await print({ ...tds, edition: 5 }))
    expect(fromTotal(lines, 'Total ₹5,000').slice(0, 5)).toEqual([
      'Total ₹5,000',
      'Tax deducted at source (TDS), certificate Q4/17 ₹500',
      'Received in money ₹4,500',
      'Amount in words',
      'Rupees Four Thousand Five Hundred Only',
    ])
  })
})

test.each([
  ['en', receipt.edition, 'Cancels receipt No. R1 dated 05/01/2025. Nothing is due on it.'],
  [
    'hi',
    receipt.edition,
    'दिनांक 05/01/2025 की रसीद क्रमांक R1 निरस्त की गई। इस पर कोई राशि देय नहीं है।',
  ],
  ['en', 5, 'Cancels receipt No. R1. No amount is due from it.'],
] as const)(
  'a cancellation in %s of edition %s names its receipt',
  async (language, edition, sentence) => {
    const pdf = await print({ language, edition }, { cancels: 'R1', cancels_on: '2025-01-05' })
    expect(pdfLines(pdf)).toContain(sentence)
  },
)

describe.each<[DocumentLanguage, string, string]>([
  ['en', 'Page', 'Shree Venkateshwara Laminates and Decorative Panel Industries '],
  ['hi', 'पृष्ठ', 'श्री ज्ञानेश्वर क्षत्रिय लकड़ी एवं प्लाईवुड उद्योग '],
])('a receipt in %s', (language, page, words) => {
  test('of 60 lines continues on numbered pages, with the sums together', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index): ReceiptLine => ({
        ...emptyLine,
        item: 'other',
        label: `Stall ${index + 1}`,
        paise: 100_00,
      }),
    )
    const pdf = await print({ language, lines, amount_paise: 6000_00, tds_paise: 500_00 })
    const pages = pdfPages(pdf)
    expect(pages).toHaveLength(3)
    expect(pdfLines(pdf).filter((line) => line.startsWith('Stall'))).toHaveLength(60)
    expect(pages.map((text) => text.match(new RegExp(`${page} \\d`))?.[0])).toEqual([
      undefined,
      `${page} 2`,
      `${page} 3`,
    ])
    for (const text of pages) expect(text).toContain('R2026-27/0001')
    expect(misplacedWords(pdf, 50)).toEqual([])
  })

  test.each([
    ['blanks', words.repeat(4).slice(0, 200)],
    ['no blanks', words.replaceAll(' ', '').repeat(5).slice(0, 200)],
  ])(
    'with the longest names and texts, with %s, has none cut or over another',
    async (_name, long) => {
      const address = Array.from({ length: 12 }, () => long).join('\n')
      const pdf = await print({
        language,
        association: { ...receipt.association, name: long.slice(0, 120), address: long + long },
        member: { ...receipt.member, name: long, company_name: long, address },
        reference: long,
        lines: Array.from({ length: 4 }, () => ({ ...dues, item: 'other', label: long })),
        tax: { ...receipt.tax, kind: 'exempt', sac: '999599', legend: long + long.slice(0, 100) },
        owed_paise: 100_00,
      })
      expect(misplacedWords(pdf, 50)).toEqual([])
      expect(pdfPages(pdf).length).toBeLessThan(5)
    },
  )
})
