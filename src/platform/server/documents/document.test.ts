import { describe, expect, test } from 'vitest'
import { pdfLines, pdfQrCode } from '#test/support/pdf.ts'
import { openDocument, type PdfDocument } from './document.ts'
import { drawQr } from './qr.ts'
import { renderInThread } from './render-in-thread.ts'
import { drawTable } from './table.ts'
import type { TextStyle } from './text-layout.ts'
import { undrawableLetters } from './undrawable.ts'

const blank = (size?: [number, number]): PdfDocument => {
  const document = openDocument({
    title: 'Receipt R2025-26/0001',
    author: 'Panel Makers Association',
    language: 'en',
    date: new Date('2026-01-05T09:00:00Z'),
    ...(size && { size }),
  })
  document.addPage()
  return document
}

/** A document with one text below the other. */
function pageOf(texts: readonly string[], style: TextStyle = {}, width = 400): PdfDocument {
  const document = blank()
  let y = 40
  for (const text of texts) y += document.text(text, { x: 40, y, width }, style)
  return document
}

/** What a reader of the PDF finds, without the marks of direction that PDFium adds. */
const linesOf = async (texts: readonly string[], width?: number): Promise<string[]> =>
  pdfLines(await pageOf(texts, {}, width).toPdf()).map((line) =>
    line.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '').trim(),
  )

describe(`documents`, () => {
  test('have their text in English and Hindi', async () => {
    const texts = [
      'Furniture & Panel Manufacturers Association',
      '₹1,25,000.50 paid on 22 Nov 2026 — “office” of M/s Café Patil…',
      'फर्नीचर और पैनल निर्माता संघ, पुणे ४११०४२',
      'श्रीमती ज्ञानेश्वरी क्षत्रिय (₹5,900 only)',
      'Fi ffi fl 0123456789',
    ]
    expect(pdfLines(await pageOf(texts).toPdf())).toEqual(texts)
    expect(pdfLines(await pageOf(texts, { bold: true }).toPdf())).toEqual(texts)
  })

  test('leave out what no font has, and draw plain letters for compatibility letters', async () => {
    const texts = {
      'A\u200Bsha\u202E Patil\u2069': 'Asha Patil',
      'Ｒ𝐑 ﬁne ① ｼ Ⅳ': 'RR fine 1 IV',
      ﷲ: 'الله',
      '½ m² of Teak™…': '½ m² of Teak™…',
      'Teak 🪑👨‍👩‍👧 & Co': 'Teak & Co',
      '中文 தமிழ் ไทย': 'தமிழ்',
      'Asha\u0000 Patil\u0007': 'Asha Patil',
      'Caf\uFFFD \uD800Patil': 'Caf Patil',
    }
    expect(await linesOf(Object.keys(texts))).toEqual(Object.values(texts))
    expect(blank().widthOf('🪑中文')).toBe(0)
    expect(await undrawableLetters(Object.keys(texts).join(' '))).toEqual([
      'ｼ',
      '🪑',
      '👨‍👩‍👧',
      '中',
      '文',
      'ไ',
      'ท',
      'ย',
      '\u0000',
      '\u0007',
      '\uFFFD',
    ])
    expect(await undrawableLetters('M/s Café ₹ Ｒ शाह\nபெரியார்')).toEqual([])
  })

  test.each([
    'x'.repeat(200),
    'नि'.repeat(100),
    'مرحبا '.repeat(40),
    'ਸ਼੍ਰ'.repeat(50),
    '-'.repeat(200),
  ])('have every character of a name of 200 characters: %s', async (name) => {
    const found = (await linesOf([name], 150)).join('').replaceAll(' ', '')
    expect(Array.from(found).toSorted()).toEqual(Array.from(name.replaceAll(' ', '')).toSorted())
  })

  test('wrap, shorten and shrink text', async () => {
    const document = blank()
    const name = 'Shree Ganesh Plywood & Laminates Co-operative Society Limited'
    expect(document.heightOf(name, 150, { size: 10, lineHeight: 1.5 })).toBe(45)
    const size = document.fitSize(name, 250, { size: 14, maxLines: 2, minSize: 6 })
    expect(size).toBeGreaterThan(8)
    document.text(name, { x: 40, y: 40, width: 150 }, { maxLines: 2 })
    expect(pdfLines(await document.toPdf())).toEqual([
      'Shree Ganesh Plywood &',
      expect.stringMatching(/^Laminates .+…$/),
    ])
  })

  test('break words after a slash or a hyphen, but no number of a paper', async () => {
    const text = 'Replaced by receipt R2026-27/0042 for plywood/laminates'
    expect(await linesOf([text], 145)).toEqual([
      'Replaced by receipt',
      'R2026-27/0042 for plywood/',
      'laminates',
    ])
  })

  test('repeat the heading of a table on each page', async () => {
    const document = blank()
    drawTable(document, {
      columns: [
        { title: 'Member', share: 3 },
        { title: 'Amount', share: 1, align: 'right' },
      ],
      rows: Array.from({ length: 60 }, (_, index) => [`Member ${index}`, '₹5,000']),
      x: 40,
      y: 40,
      width: 500,
      bottom: 800,
      newPage: () => {
        document.addPage()
        return 40
      },
    })
    const lines = pdfLines(await document.toPdf())
    expect(lines.filter((line) => line === 'Member Amount')).toHaveLength(2)
    expect(lines.filter((line) => line.endsWith('₹5,000'))).toHaveLength(60)
  })

  test('have QR codes that a reader decodes', async () => {
    const text = 'upi://pay?pa=pma@sbi&pn=Panel%20Makers&am=5900.00&cu=INR&tr=D12&tn=Dues%202026-27'
    const document = blank([150, 150])
    drawQr(document, text, { x: 10, y: 10, size: 130 })
    expect(pdfQrCode(await document.toPdf(), 200)).toBe(text)
  })
})

test('documents are equal byte for byte for equal input, independent of earlier documents', async () => {
  const texts = ['Panel - Makers', 'निर्माता क्षत्रिय', '₹5,900']
  const first = await pageOf(texts).toPdf()
  await pageOf(['क्ष त्रि निर्', 'Panel\u2010Makers\u00A05', 'x'.repeat(200)]).toPdf()
  expect((await pageOf(texts).toPdf()).equals(first)).toBe(true)
  expect((await pageOf([...texts, '.']).toPdf()).equals(first)).toBe(false)
})

describe('documents of a thread', () => {
  const client = 'treasurer'
  const module = new URL('../../../../test/support/thread-document.ts', import.meta.url)

  test('are rendered one after the other, and equal to those of this thread', async () => {
    const texts = ['Panel Makers', 'निर्माता ₹5,900']
    const done: number[] = []
    const onProgress = (count: number) => void done.push(count)
    const [first, second] = await Promise.all([
      renderInThread(module, { texts }, { client, onProgress }),
      renderInThread(module, { texts: ['Other'] }, { client }),
    ])
    expect(first.equals(await pageOf(texts).toPdf())).toBe(true)
    expect(second.equals(first)).toBe(false)
    expect(done).toEqual([1, 2])
  })

  test('fail alone', async () => {
    await expect(renderInThread(module, { texts: undefined }, { client })).rejects.toThrow(
      'not iterable',
    )
    await expect(renderInThread(module, { endless: true }, { client })).rejects.toThrow(
      'This document is too large. Please select fewer members.',
    )
    const next = await renderInThread(module, { texts: ['x'] }, { client })
    expect(next.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('are drawn in turns of the clients, and refused when a client has too many waiting', async () => {
    const order: string[] = []
    const draw = async (who: string) => {
      await renderInThread(module, { texts: ['x'] }, { client: who })
      order.push(who)
    }
    const many = Array.from({ length: 13 }, () => draw('one'))
    const other = draw('another')
    await expect(draw('one')).rejects.toMatchObject({ kind: 'too-many' })
    await Promise.all([...many, other])
    expect(order.indexOf('another')).toBeLessThanOrEqual(1)
  })
})
