import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encryptedPdfs, encryptedRefusal } from '#test/files/encrypted-pdfs.ts'
import { activePdfs, pdfOf, withObjectStream } from '#test/files/hostile-pdfs.ts'
import { plainPdf } from '#test/files/sample-files.ts'
import { checkPdf } from './check-pdf.ts'

const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
const active = /^This PDF contains scripts, forms or other files; please print it to a new PDF/

describe('a PDF with only pages', () => {
  test.each<[string, Buffer]>([
    ['of one page', plainPdf()],
    ['with objects in a compressed stream', withObjectStream([])],
    ['that opens at a page', pdfOf({ catalog: catalog('/OpenAction [3 0 R /Fit]') })],
    [
      'that opens at a page by an action',
      pdfOf({
        catalog: catalog('/OpenAction 9 0 R'),
        objects: ['9 0 obj << /S /GoTo /D [3 0 R /XYZ null null 0] >> endobj'],
      }),
    ],
    [
      'with an additional action that goes to a page',
      pdfOf({ page: '/AA << /O << /S /GoTo /D (here) >> >>' }),
    ],
    [
      'with a link to the web',
      pdfOf({
        page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://a.example/JS/obj/Launch) >> >>]',
      }),
    ],
    [
      'with parentheses and object syntax in its title',
      pdfOf({ info: '<< /Title (3D obj \\(model\\) and (more)) >>' }),
    ],
    [
      'with an incremental update',
      Buffer.concat([
        plainPdf(),
        Buffer.from(
          '3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\r\n',
        ),
      ]),
    ],
    [
      'with an update that begins right after the end',
      Buffer.concat([
        plainPdf().subarray(0, plainPdf().lastIndexOf('%%EOF') + 5),
        Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\nstartxref\n9\n%%EOF'),
      ]),
    ],
    ['with blanks at its end', Buffer.concat([plainPdf(), Buffer.alloc(600)])],
  ])('%s is accepted', async (_case, bytes) => {
    await expect(checkPdf(bytes)).resolves.toBeUndefined()
  })
})

describe('a PDF with active content', () => {
  test.each(activePdfs().map(({ what, bytes }) => [what, bytes] as const))(
    'is refused: %s',
    async (_case, bytes) => {
      await expect(checkPdf(bytes)).rejects.toThrow(/^This PDF /)
    },
  )

  test('is refused with the reason', async () => {
    const script = pdfOf({
      catalog: catalog('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
    })
    await expect(checkPdf(script)).rejects.toThrow(active)
    await expect(checkPdf(withObjectStream(['<< /S /J#61vaScript >>']))).rejects.toThrow(active)
  })
})

test.each(encryptedPdfs())(
  'a PDF with a password is refused with what to do: $name',
  async ({ bytes }) => {
    const { message, code } = encryptedRefusal
    await expect(checkPdf(bytes)).rejects.toMatchObject({
      kind: 'invalid',
      message,
      details: { code },
    })
  },
)

describe('a PDF outside the limits', () => {
  const pages = (count: number) =>
    pdfOf({
      objects: Array.from(
        { length: count - 1 },
        (_, i) => `${i + 20} 0 obj << /Type /Page /Parent 2 0 R >> endobj`,
      ),
    })

  test.each<[string, Buffer, string]>([
    ['with 51 pages', pages(51), 'This PDF has too many pages; please choose one of at most 50'],
    [
      'with a page count of 51',
      pdfOf({ pages: '<< /Type /Pages /Kids [3 0 R] /Count 51 >>' }),
      'This PDF has too many pages; please choose one of at most 50',
    ],
    [
      'without a page',
      pdfOf({ pageObject: '<< >>' }),
      'This PDF is damaged; please choose another',
    ],
    [
      'cut in the middle',
      plainPdf().subarray(0, 300),
      'This PDF is damaged; please choose another',
    ],
    [
      'followed by HTML',
      Buffer.concat([plainPdf(), Buffer.from('<html>')]),
      'This PDF contains other data; please print it to a new PDF and upload that',
    ],
    [
      'followed by 10,000 blanks',
      Buffer.concat([plainPdf(), Buffer.alloc(10_000, ' ')]),
      'This PDF is damaged; please choose another',
    ],
    [
      'with arrays nested 200 deep',
      pdfOf({ objects: [`9 0 obj ${'['.repeat(200)}${']'.repeat(200)} endobj`] }),
      'This PDF could not be checked; please print it to a new PDF and upload that',
    ],
    [
      'with objects that inflate to 40 MB',
      withObjectStream([`(${' '.repeat(40_000_000)})`]),
      'This PDF could not be checked; please print it to a new PDF and upload that',
    ],
    [
      'with objects compressed twice',
      pdfOf({
        objects: [
          `9 0 obj << /Type /ObjStm /N 0 /First 0 /Filter [/FlateDecode /FlateDecode] >> stream\n${deflateSync(deflateSync('')).toString('latin1')}\nendstream endobj`,
        ],
      }),
      'This PDF could not be checked; please print it to a new PDF and upload that',
    ],
  ])('%s is refused', async (_case, bytes, message) => {
    await expect(checkPdf(bytes)).rejects.toThrow(message)
  })

  test('with 50 pages is accepted', async () => {
    await expect(checkPdf(pages(50))).resolves.toBeUndefined()
  })

  test('cut anywhere is refused', async () => {
    const complete = withObjectStream([])
    for (let length = 0; length < complete.length - 6; length += 7)
      await expect(checkPdf(complete.subarray(0, length))).rejects.toThrow(/^This PDF /)
  })

  const withContent = (content: string) => pdfOf({ objects: [`9 0 obj ${content} endobj`] })

  test.each<[string, Buffer]>([
    ['with a keyword of 129 characters', withContent('a'.repeat(129))],
    ['with a number of 129 digits', withContent('1'.repeat(129))],
    ['with a list of 100,001', withContent(`[${'1 '.repeat(100_001)}]`)],
    ['with a dictionary of 50,001', withContent(`<<${'/A 1 '.repeat(50_001)}>>`)],
  ])('%s is refused', async (_case, bytes) => {
    await expect(checkPdf(bytes)).rejects.toThrow('This PDF could not be checked')
  })

  test.each<[string, Buffer]>([
    ['with a number of 128 digits', withContent('1'.repeat(128))],
    ['with a list of 100,000', withContent(`[${'1 '.repeat(100_000)}]`)],
    // Quadratic algorithms took minutes for these.
    [
      'with /Type /Pages 49,000 times in one dictionary',
      withContent(`<<${'/Type /Pages '.repeat(49_000)}>>`),
    ],
    ['with the word trailer a million times', withContent(`(${'trailer'.repeat(1_000_000)})`)],
  ])('%s is accepted', async (_case, bytes) => {
    await expect(checkPdf(bytes)).resolves.toBeUndefined()
  })

  test('with a trailer far from its keyword is refused', async () => {
    const hidden = withContent(`(trailer${' '.repeat(500)}<< /Root 9 0 R >>)`)
    await expect(checkPdf(hidden)).rejects.toThrow(active)
  })

  test('with 10 MB of numbers is refused by the limit on tokens', async () => {
    const numbers = pdfOf({ objects: [`9 0 obj [${'1 '.repeat(5_000_000)}] endobj`] })
    await expect(checkPdf(numbers)).rejects.toThrow('This PDF could not be checked')
  })
})
