import { describe, expect, test } from 'vitest'
import { millimetres } from '#platform/server/documents/document.ts'
import { overlaps, pdfLines, pdfQrCode, pdfWords } from '#test/support/pdf.ts'
import type { PrintedCertificate } from '../../printed-certificate.ts'
import type { Design } from './design.ts'
import type { Label } from './labels.ts'
import { type PrintJob, render } from './render-documents.ts'

const design: Design = {
  association_name: 'Panel Makers Association',
  association_address: 'Timber Market\nPune 411042',
  signatory: 'Rajesh Deshmukh',
  signatory_title: 'President',
  colour: '#1f3a5f',
  accent: '#a06a1c',
  publicUrl: 'https://members.panel.example',
}
const certificate: PrintedCertificate = {
  number: 'C2026-27/0042',
  code: '7K2FXQ9M4TCDH80WZR5P',
  name: 'Asha Patil',
  company_name: 'Teak & Co',
  membership_number: 'OEM2024001',
  issued_on: '2026-11-22',
  valid_until: '2027-03-31',
  language: 'en',
}
const longName =
  'Shree Venkateshwara Laminates & Decorative Panel Industries Private Limited (SVL)'.slice(0, 80)
const hindi: PrintedCertificate = {
  ...certificate,
  company_name: 'श्री ज्ञानेश्वर क्षत्रिय लकड़ी एवं प्लाईवुड उद्योग प्राइवेट लिमिटेड',
  name: 'श्रीमती ज्ञानेश्वरी क्षत्रिय',
  language: 'hi',
}
const empty: PrintedCertificate = {
  ...certificate,
  company_name: '',
  membership_number: '',
  valid_until: '',
}

const job = (document: PrintJob['document'], content: Partial<PrintJob>): PrintJob => ({
  document,
  title: 'Print',
  language: 'en',
  date: '2026-11-22T00:00:00.000Z',
  design,
  certificates: [],
  labels: [],
  ...content,
})

describe(`certificates, cards and labels`, () => {
  test('say in English and Hindi who is a member until when', async () => {
    const pdf = await render(job('certificate', { certificates: [certificate, hindi] }))
    expect(pdfLines(pdf)).toEqual([
      'Panel Makers Association',
      'Timber Market, Pune 411042',
      'Certificate of Membership',
      'This is to certify that',
      'Teak & Co',
      'represented by Asha Patil',
      'is a member of Panel Makers Association',
      'Membership No.',
      'OEM2024001',
      'Valid until',
      '31 March 2027',
      'Certificate No. C2026-27/0042',
      'Issued on 22 November 2026',
      'Scan to check that this certificate is valid today',
      'members.panel.example/verify/7K2FX-Q9M4T-CDH80-WZR5P',
      'Rajesh Deshmukh',
      'President',
      'Panel Makers Association',
      'Panel Makers Association',
      'Timber Market, Pune 411042',
      'सदस्यता प्रमाण-पत्र',
      'प्रमाणित किया जाता है कि',
      hindi.company_name,
      `प्रतिनिधि: ${hindi.name}`,
      'Panel Makers Association के सदस्य हैं',
      'सदस्यता क्रमांक',
      'OEM2024001',
      'वैधता तिथि',
      '31 मार्च 2027',
      'प्रमाण-पत्र क्रमांक C2026-27/0042',
      'जारी करने की तिथि 22 नवंबर 2026',
      'आज की वैधता जाँचने के लिए स्कैन करें',
      'members.panel.example/verify/7K2FX-Q9M4T-CDH80-WZR5P',
      'Rajesh Deshmukh',
      'President',
      'Panel Makers Association',
    ])
  })

  test.each(['certificate', 'card'] as const)(
    'a %s has a QR code with the address of its page',
    async (document) => {
      const pdf = await render(job(document, { certificates: [hindi] }))
      const address = 'https://members.panel.example/verify/7K2FXQ9M4TCDH80WZR5P'
      expect(pdfQrCode(pdf, 110)).toBe(address)
    },
  )

  test.each(['certificate', 'card', 'card-sheet'] as const)(
    'no text of a %s runs over another one or out of the page',
    async (document) => {
      const long = { company_name: longName, name: longName.replace('Shree', 'Kumar') }
      const certificates = [
        { ...certificate, ...long },
        { ...hindi, name: hindi.company_name },
        empty,
        { ...certificate, company_name: 'x'.repeat(80) },
      ]
      const association_name = longName.replace('Limited', 'Association')
      const pdf = await render(
        job(document, { certificates, design: { ...design, association_name } }),
      )
      const [width, height] = {
        certificate: [297, 210],
        card: [85.6, 54],
        'card-sheet': [210, 297],
      }[document].map(millimetres) as [number, number]
      const pages = pdfWords(pdf)
      expect(pages).toHaveLength(document === 'card-sheet' ? 1 : 4)
      const edge = document === 'certificate' ? millimetres(12) : 0
      for (const words of pages) {
        expect(words.length).toBeGreaterThan(8)
        for (const word of words) {
          expect(word.left, word.text).toBeGreaterThanOrEqual(edge)
          expect(word.right, word.text).toBeLessThanOrEqual(width - edge)
          expect(word.top, word.text).toBeGreaterThanOrEqual(0)
          expect(word.bottom, word.text).toBeLessThanOrEqual(height)
        }
        expect(overlaps(words)).toEqual([])
      }
    },
  )

  test('the same job gives the same bytes', async () => {
    const certificates = [certificate, hindi]
    const [first, second] = [
      await render(job('certificate', { certificates })),
      await render(job('certificate', { certificates })),
    ]
    expect(first.equals(second)).toBe(true)
  })

  test.each([
    {
      document: 'labels-24' as const,
      columns: 3,
      rows: 8,
      left: 7.2,
      top: 12.9,
      pitch: 66,
      width: 63.5,
      height: 33.9,
    },
    {
      document: 'labels-14' as const,
      columns: 2,
      rows: 7,
      left: 4.65,
      top: 15.15,
      pitch: 101.6,
      width: 99.1,
      height: 38.1,
    },
  ])('every label of $document is inside its sticker', async (sheet) => {
    const { document, columns, rows, left, top, pitch, width, height } = sheet
    const label = (index: number): Label => ({
      company_name: index % 3 === 1 ? `L${index} ${longName}` : `L${index} Teak & Co`,
      name: index % 3 === 2 ? hindi.name : `L${index}`,
      address:
        index % 3 === 1
          ? `L${index} Survey No. 114/2, Opposite Old Octroi Naka, Behind Hanuman Mandir, Near Bharat Petrol Pump, Kirti Nagar Furniture Block Phase II, Taluka Haveli, District Pune, Maharashtra 411042`
          : `L${index} Plot 14\nपुणे ४११०४२`,
    })
    const count = columns * rows + 2
    const pages = pdfWords(
      await render(job(document, { labels: Array.from({ length: count }, (_, i) => label(i)) })),
    )
    expect(pages).toHaveLength(2)
    const placed = pages.flatMap((words, page) =>
      words
        .filter(({ text }) => /^L\d+$/.test(text))
        .map(({ text, ...word }) => ({ index: Number(text.slice(1)), page, word })),
    )
    expect(new Set(placed.map(({ index }) => index)).size).toBe(count)
    for (const { index, page, word } of placed) {
      const place = index - page * columns * rows
      const x = millimetres(left + (place % columns) * pitch)
      const y = millimetres(top + Math.floor(place / columns) * height)
      expect(word.left).toBeCloseTo(x + millimetres(3), 0)
      expect(word.top).toBeGreaterThanOrEqual(y)
      expect(word.bottom).toBeLessThanOrEqual(y + millimetres(height))
    }
    for (const words of pages)
      for (const { right, left: start, bottom, text } of words) {
        const column = Math.floor((start - millimetres(left)) / millimetres(pitch))
        const end = millimetres(left + column * pitch + width)
        expect(right, text).toBeLessThanOrEqual(end)
        expect(bottom).toBeLessThanOrEqual(millimetres(top + rows * height))
      }
  })
})
