import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { activePdfs, pdfOf, withObjectStream } from '#test/hostile-pdfs.ts'
import { plainPdf } from '#test/samples-files.ts'
import { checkPdf } from './check-pdf.ts'

const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
const active = /^This PDF holds scripts, forms or other files; please print it to a new PDF/

describe('a PDF that is only pages', () => {
  test.each<[string, Buffer]>([
    ['of one page', plainPdf()],
    ['with objects in a compressed stream', withObjectStream([])],
    ['that opens at a page', pdfOf({ catalog: catalog('/OpenAction [3 0 R /Fit]') })],
    [
      'that opens at a page by an action',
      pdfOf({
        catalog: catalog('/OpenAction 9 0 R'),
        more: ['9 0 obj << /S /GoTo /D [3 0 R /XYZ null null 0] >> endobj'],
      }),
    ],
    ['that turns to a view', pdfOf({ page: '/AA << /O << /S /GoTo /D (here) >> >>' })],
    [
      'with a link to the web',
      pdfOf({
        page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://a.example/JS/obj/Launch) >> >>]',
      }),
    ],
    [
      'with a title of brackets and objects',
      pdfOf({ info: '<< /Title (3D obj \\(model\\) and (more)) >>' }),
    ],
    [
      'that was changed after it was made',
      Buffer.concat([
        plainPdf(),
        Buffer.from(
          '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\r\n',
        ),
      ]),
    ],
    ['with blanks at its end', Buffer.concat([plainPdf(), Buffer.alloc(600)])],
  ])('%s is fine', async (_what, bytes) => {
    await expect(checkPdf(bytes)).resolves.toBeUndefined()
  })
})

describe('a PDF that does something', () => {
  test.each(activePdfs().map(({ what, bytes }) => [what, bytes] as const))(
    'is refused: %s',
    async (_what, bytes) => {
      await expect(checkPdf(bytes)).rejects.toThrow(/^This PDF /)
    },
  )

  test('is told what is wrong with it', async () => {
    const script = pdfOf({
      catalog: catalog('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
    })
    await expect(checkPdf(script)).rejects.toThrow(active)
    await expect(checkPdf(withObjectStream(['<< /S /J#61vaScript >>']))).rejects.toThrow(active)
  })
})

describe('a PDF that cannot be kept', () => {
  const pages = (count: number) =>
    pdfOf({
      more: Array.from(
        { length: count - 1 },
        (_, i) => `${i + 20} 0 obj << /Type /Page /Parent 2 0 R >> endobj`,
      ),
    })

  test.each<[string, Buffer, string]>([
    ['with 51 pages', pages(51), 'This PDF has too many pages; please choose one of at most 50'],
    [
      'that says it has 51',
      pdfOf({ pages: '<< /Type /Pages /Kids [3 0 R] /Count 51 >>' }),
      'This PDF has too many pages; please choose one of at most 50',
    ],
    [
      'without a page',
      pdfOf({ pageObject: '<< >>' }),
      'This PDF is damaged; please choose another',
    ],
    [
      'that is locked',
      pdfOf({ trailer: '/Encrypt 9 0 R' }),
      'This PDF is locked; please save it without a password and choose that',
    ],
    [
      'cut in the middle',
      plainPdf().subarray(0, 300),
      'This PDF is damaged; please choose another',
    ],
    [
      'with a page of HTML behind it',
      Buffer.concat([plainPdf(), Buffer.from('<html>')]),
      'This PDF holds more than a PDF; please print it to a new PDF and choose that',
    ],
    [
      'with 10,000 blanks behind it',
      Buffer.concat([plainPdf(), Buffer.alloc(10_000, ' ')]),
      'This PDF is damaged; please choose another',
    ],
    [
      'with brackets 200 deep',
      pdfOf({ more: [`9 0 obj ${'['.repeat(200)}${']'.repeat(200)} endobj`] }),
      'This PDF cannot be checked; please print it to a new PDF and choose that',
    ],
    [
      'whose objects swell to 40 MB',
      withObjectStream([`(${' '.repeat(40_000_000)})`]),
      'This PDF cannot be checked; please print it to a new PDF and choose that',
    ],
    [
      'whose objects are packed twice',
      pdfOf({
        more: [
          `9 0 obj << /Type /ObjStm /N 0 /First 0 /Filter [/FlateDecode /FlateDecode] >> stream\n${deflateSync(deflateSync('')).toString('latin1')}\nendstream endobj`,
        ],
      }),
      'This PDF cannot be checked; please print it to a new PDF and choose that',
    ],
  ])('%s is refused in words', async (_what, bytes, words) => {
    await expect(checkPdf(bytes)).rejects.toThrow(words)
  })

  test('with 50 pages is fine', async () => {
    await expect(checkPdf(pages(50))).resolves.toBeUndefined()
  })

  test('cut anywhere is refused in words', async () => {
    const whole = withObjectStream([])
    for (let length = 0; length < whole.length - 6; length += 7)
      await expect(checkPdf(whole.subarray(0, length))).rejects.toThrow(/^This PDF /)
  })

  const within = (content: string) => pdfOf({ more: [`9 0 obj ${content} endobj`] })

  test.each<[string, Buffer]>([
    ['with a word of 129 letters', within('a'.repeat(129))],
    ['with a number of 129 digits', within('1'.repeat(129))],
    ['with a list of 100,001', within(`[${'1 '.repeat(100_001)}]`)],
    ['with a dictionary of 50,001', within(`<<${'/A 1 '.repeat(50_001)}>>`)],
  ])('%s is refused in words', async (_what, bytes) => {
    await expect(checkPdf(bytes)).rejects.toThrow('This PDF cannot be checked')
  })

  test.each<[string, Buffer]>([
    ['with a number of 128 digits', within('1'.repeat(128))],
    ['with a list of 100,000', within(`[${'1 '.repeat(100_000)}]`)],
    // What grew with the square of these took minutes.
    ['that says 49,000 times that it is pages', within(`<<${'/Type /Pages '.repeat(49_000)}>>`)],
    ['that says trailer a million times', within(`(${'trailer'.repeat(1_000_000)})`)],
  ])('%s is fine', async (_what, bytes) => {
    await expect(checkPdf(bytes)).resolves.toBeUndefined()
  })

  test('with a trailer far from its words is refused', async () => {
    const hidden = within(`(trailer${' '.repeat(500)}<< /Root 9 0 R >>)`)
    await expect(checkPdf(hidden)).rejects.toThrow(active)
  })

  test('of 10 MB of numbers is refused before it costs a second', async () => {
    const began = performance.now()
    const numbers = pdfOf({ more: [`9 0 obj [${'1 '.repeat(5_000_000)}] endobj`] })
    await expect(checkPdf(numbers)).rejects.toThrow('This PDF cannot be checked')
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
