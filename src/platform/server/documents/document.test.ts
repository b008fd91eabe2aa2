import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inkOf, pdfActualTexts, pdfLines, pdfPicture, pdfQrCode } from '#test/support/pdf.ts'
import { openDocument, type PdfDocument } from './document.ts'
import { drawQr } from './qr.ts'
import { renderInWorker } from './render-in-worker.ts'
import { drawTable } from './table.ts'
import type { TextStyle } from './text-layout.ts'

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

describe(`documents`, () => {
  test('have their text in both scripts', async () => {
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

  test('have a replacement for what no font has, and the text itself for copying', async () => {
    const hidden = await pageOf(['A\u200Bsha\u202E Patil\u2069']).toPdf()
    expect(pdfLines(hidden)).toEqual(['Asha Patil'])
    const texts = ['Teak 🪑👨‍👩‍👧 & Co', 'தமிழ் 中文', 'one\u0000two\u0007']
    const pdf = await pageOf(texts).toPdf()
    expect(pdfActualTexts(pdf)).toEqual([texts[0], texts[1], 'one\uFFFDtwo\uFFFD'])
    expect(pdfLines(pdf)[1]).toEqual(texts[1])
    const widths = ['🪑', '👨‍👩‍👧', '\u0000', 'த', '\uD800'].map((text) => blank().widthOf(text))
    expect(new Set(widths)).toEqual(new Set([blank().widthOf('\uFFFD')]))
  })

  test.each([
    'x'.repeat(200),
    'नि'.repeat(100),
    'مرحبا '.repeat(40),
    '🪑'.repeat(200),
    '-'.repeat(200),
  ])('have every character of a name of 200 characters: %s', async (name) => {
    const pdf = await pageOf([name], {}, 150).toPdf()
    const found = (name.startsWith('🪑') ? pdfActualTexts(pdf) : pdfLines(pdf))
      .join('')
      .replaceAll(/[\s\u202A-\u202E\u2066-\u2069]/g, '')
    expect(Array.from(found).toSorted()).toEqual(Array.from(name.replaceAll(' ', '')).toSorted())
  })

  // Pango shapes the same font with HarfBuzz. Characters kept apart show that the comparison tells.
  test.each(['क्षत्रिय', 'हिन्दी', 'ज्ञान', 'निर्माता'])('shape %s', async (word) => {
    const [ours, apart] = await Promise.all(
      [word, Array.from(word).join('\u200C')].map(async (text) => {
        const document = blank([300, 60])
        document.text(text, { x: 10, y: 10, width: 280 }, { size: 24 })
        return inkOf(await pdfPicture(await document.toPdf(), 144), size)
      }),
    )
    const reference = await sharp({
      text: { text: word, fontfile, font: 'Noto Sans Devanagari 24', dpi: 144, rgba: true },
    })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    const expected = await inkOf(reference, size)
    expect(overlap(ours, expected)).toBeGreaterThan(0.65)
    expect(overlap(apart, expected)).toBeLessThan(0.5)
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

test('documents are equal byte for byte for equal input, whatever was drawn before', async () => {
  const texts = ['Panel - Makers', 'निर्माता क्षत्रिय', '₹5,900']
  const first = await pageOf(texts).toPdf()
  await pageOf(['क्ष त्रि निर्', 'Panel\u2010Makers\u00A05', 'x'.repeat(200)]).toPdf()
  expect((await pageOf(texts).toPdf()).equals(first)).toBe(true)
  expect((await pageOf([...texts, '.']).toPdf()).equals(first)).toBe(false)
})

describe('documents of a thread', () => {
  const client = 'treasurer'
  const module = new URL('../../../../test/support/worker-document.ts', import.meta.url)

  test('are rendered one after the other, and equal to those of this thread', async () => {
    const texts = ['Panel Makers', 'निर्माता ₹5,900']
    const [first, second] = await Promise.all([
      renderInWorker(module, { texts }, { client }),
      renderInWorker(module, { texts: ['Other'] }, { client }),
    ])
    expect(first.equals(await pageOf(texts).toPdf())).toBe(true)
    expect(second.equals(first)).toBe(false)
  })

  test('fail alone', async () => {
    await expect(renderInWorker(module, { texts: undefined }, { client })).rejects.toThrow(
      'not iterable',
    )
    await expect(renderInWorker(module, { exit: true }, { client })).rejects.toThrow(
      'This document is too large. Please select fewer members.',
    )
    const next = await renderInWorker(module, { texts: ['x'] }, { client })
    expect(next.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('are drawn in turns of the clients, and refused when a client has too many waiting', async () => {
    const order: string[] = []
    const draw = async (who: string) => {
      await renderInWorker(module, { texts: ['x'] }, { client: who })
      order.push(who)
    }
    const many = Array.from({ length: 13 }, () => draw('one'))
    const other = draw('another')
    await expect(draw('one')).rejects.toMatchObject({ kind: 'too-many' })
    await Promise.all([...many, other])
    expect(order.indexOf('another')).toBeLessThanOrEqual(1)
  })
})

const size = { width: 300, height: 80 }
const fontfile = new URL(
  '../../../../node_modules/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  import.meta.url,
).pathname

/** The share of ink that two pictures have in common: 1 for equal ones. */
function overlap(first: Buffer | undefined, second: Buffer): number {
  let common = 0
  let all = 0
  for (const [index, value] of second.entries()) {
    common += Math.min(value, first?.[index] ?? 0)
    all += Math.max(value, first?.[index] ?? 0)
  }
  return common / all
}
