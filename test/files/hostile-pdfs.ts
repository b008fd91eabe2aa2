/** PDFs with active content, each hidden in another way. Assembled by hand. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { type Sample, sample } from './hostile-images.ts'

interface PdfParts {
  catalog?: string
  pages?: string
  /** Keys added to the page. */
  page?: string
  pageObject?: string
  info?: string
  /** Further objects: 'n 0 obj … endobj'. */
  objects?: readonly string[]
  /** Keys added to the trailer. */
  trailer?: string
}

/** A PDF of one page with the given parts. It has no cross-reference table; readers rebuild it. */
export function pdfOf({
  catalog = '<< /Type /Catalog /Pages 2 0 R >>',
  pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  page = '',
  pageObject = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] ${page} >>`,
  info = '<< /Title (Certificate) >>',
  objects: furtherObjects = [],
  trailer = '',
}: PdfParts = {}): Buffer {
  const objects = [catalog, pages, pageObject, info].map(
    (content, index) => `${index + 1} 0 obj\n${content}\nendobj`,
  )
  const end = `trailer\n<< /Size 9 /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n9\n%%EOF\n`
  return Buffer.from(
    ['%PDF-1.7\n%\xe2\xe3\xcf\xd3', ...objects, ...furtherObjects, end].join('\n'),
    'latin1',
  )
}

const stream = (dict: string, data: Buffer | string): string =>
  `<< ${dict} /Length ${data.length} >>\nstream\n${typeof data === 'string' ? data : data.toString('latin1')}\nendstream`

/** The same with further objects, numbered from 20, in an object stream, compressed by default. */
export function withObjectStream(
  objects: readonly string[],
  options: {
    dict?: string
    type?: string
    deflate?: (text: string) => Buffer | string
    head?: string
  } = {},
): Buffer {
  const { dict = '/Filter /FlateDecode', type = '/Type /ObjStm', deflate = deflateSync } = options
  let content = ''
  const offsets = ['<< /Harmless true >>', ...objects].map((object, index) => {
    const offset = `${20 + index} ${content.length} `
    content += `${object}\n`
    return offset
  })
  const head = options.head ?? offsets.join('')
  const dictionary = `${type} /N ${offsets.length} /First ${head.length} ${dict}`
  return pdfOf({ objects: [`9 0 obj\n${stream(dictionary, deflate(head + content))}\nendobj`] })
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const catalog = (keys: string) => `<< /Type /Catalog /Pages 2 0 R ${keys} >>`
const object = (text: string) => ({ objects: [`9 0 obj ${text} endobj`] })
const compressed = (text: string) => deflateSync(text).toString('latin1')
/** Deflate without compression: the text stays readable. */
const stored = (text: string) => deflateSync(text, { level: constants.Z_NO_COMPRESSION })

/** An object stream in hex, which a parser that misses the stream reads as plain tokens. */
export const hexStream = (text: string): string => {
  const data = Buffer.from(text).toString('hex').replace(/.{60}/g, '$&\n')
  return `9 0 obj ${stream('/Type /ObjStm /N 1 /First 5 /Filter /ASCIIHexDecode', data)} endobj`
}

const plainObjects: [string, PdfParts][] = [
  ['JavaScript as OpenAction', { catalog: catalog(`/OpenAction ${script}`) }],
  [
    'JavaScript in an indirect object',
    { catalog: catalog('/OpenAction 9 0 R'), ...object(script) },
  ],
  ['JavaScript in a stream', object('<< /S /JavaScript /JS 10 0 R >>')],
  ['JavaScript in the name tree', { catalog: catalog('/Names << /JavaScript 9 0 R >>') }],
  [
    'a name with some characters in hex',
    { catalog: catalog('/OpenAction << /S /#4aava#53cript /#4A#53 (x) >>') },
  ],
  ['a name with all characters in hex', object('<< /S /#4a#61#76#61#53#63#72#69#70#74 >>')],
  [
    'no white space',
    { catalog: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>>>' },
  ],
  ['comments between tokens', { catalog: catalog('/OpenAction%x\n<<%y\r/S%\n/JavaScript>>') }],
  ['NUL as white space', { catalog: catalog('/OpenAction\0<<\0/S\0/JavaScript\0>>') }],
  ['OpenAction Launch', { catalog: catalog('/OpenAction << /S /Launch /F (cmd.exe) >>') }],
  ['link with a Launch action', { page: '/Annots [<< /A << /S /Launch /F (a.exe) >> >>]' }],
  ['embedded file in a /Filespec', object('<< /Type /Filespec /F (a.exe) /EF << /F 10 0 R >> >>')],
  ['EmbeddedFile stream', object(stream('/Type /EmbeddedFile', 'MZ'))],
  [
    'EmbeddedFiles in the name tree',
    { catalog: catalog('/Names << /EmbeddedFiles << /Names [] >> >>') },
  ],
  ['RichMedia annotation', { page: '/Annots [<< /Subtype /RichMedia >>]' }],
  ['XFA form', { catalog: catalog('/AcroForm << /XFA [(template) 9 0 R] >>') }],
  ['JavaScript as page action (AA)', { page: `/AA << /O ${script} >>` }],
  ['OpenAction URI', { catalog: catalog('/OpenAction << /S /URI /URI (http://evil.example) >>') }],
  ['OpenAction Print', { catalog: catalog('/OpenAction << /S /Named /N /Print >>') }],
  ['OpenAction GoToR', { catalog: catalog('/OpenAction << /S /GoToR /F (a) /D [0 /Fit] >>') }],
  [
    'OpenAction GoTo with a Next action',
    { catalog: catalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 9 0 R >>') },
  ],
  [
    'two OpenActions, the second one active',
    { catalog: catalog('/OpenAction [3 0 R /Fit] /OpenAction << /S /URI /URI (x) >>') },
  ],
  [
    'OpenAction object that is redefined',
    {
      catalog: catalog('/OpenAction 9 0 R'),
      objects: ['9 0 obj [3 0 R /Fit] endobj', '9 0 obj << /S /URI /URI (x) >> endobj'],
    },
  ],
  ['OpenAction with a missing object', { catalog: catalog('/OpenAction 99 0 R') }],
  [
    'SubmitForm in an indirect object',
    { page: '/AA << /O 9 0 R >>', ...object('<< /S /SubmitForm /F (x) >>') },
  ],
  [
    'direct catalog in the trailer',
    { trailer: `/Root << /Type /Catalog /OpenAction ${script} >>` },
  ],
  ['object in a string', object(`(10 0 obj ${script.replace(/[()\\]/g, '')} endobj)`)],
  ['object stream in an array', { objects: [`8 0 obj [ ${hexStream(`20 0 ${script}`)} ] endobj`] }],
  ['object in a comment', { objects: ['%', `% 10 0 obj << /A /B >> endobj`] }],
  ['object in the data of a stream', object(stream('', '10 0 obj << /S /URI >> endobj'))],
  [
    'object in the data of a stream, with comments',
    object(stream('', '10 %a\n0 %b\r obj << /S /URI >>')),
  ],
  ['trailer in the data of a stream', object(stream('', 'trailer << /Root 10 0 R >>'))],
  [
    'stream keyword in a comment',
    { objects: ['% stream', `9 0 obj ${script} endobj`, 'endstream'] },
  ],
]

const inStreams: [string, Buffer][] = [
  ['JavaScript in an object stream', withObjectStream([script])],
  [
    'JavaScript after 500 objects of an object stream',
    withObjectStream([...Array<string>(500).fill('<< /A 1 >>'), script]),
  ],
  ['object stream without a type', withObjectStream([script], { type: '' })],
  [
    'object stream declared as an image',
    withObjectStream([script], { type: '/Type /XObject /Subtype /Image' }),
  ],
  ['object stream with its type in hex', withObjectStream([script], { type: '/Type /Obj#53tm' })],
  [
    'object stream without compression',
    withObjectStream([script], { dict: '', deflate: (text) => text }),
  ],
  ['object stream deflated without compression', withObjectStream([script], { deflate: stored })],
  [
    'object stream in hex',
    withObjectStream([script], {
      dict: '/Filter /ASCIIHexDecode',
      deflate: (text) => `${Buffer.from(text).toString('hex')}>`,
    }),
  ],
  [
    'object stream in hex and Flate',
    withObjectStream([script], {
      dict: '/Filter [/ASCIIHexDecode /FlateDecode]',
      deflate: (text) => `${deflateSync(text).toString('hex')}>`,
    }),
  ],
  [
    'object stream with a predictor',
    withObjectStream([script], {
      dict: '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>',
    }),
  ],
  [
    'object stream whose filter is an indirect reference',
    withObjectStream([script], { dict: '/Filter 10 0 R' }),
  ],
  [
    'object stream in an external file',
    withObjectStream([script], { dict: '/F (a) /Filter /FlateDecode' }),
  ],
  [
    'object stream with two Filter keys',
    withObjectStream([script], { dict: '/Filter /LZWDecode /Filter /FlateDecode' }),
  ],
  [
    'object stream without a zlib header',
    withObjectStream([script], { deflate: (text) => deflateRawSync(text) }),
  ],
  [
    'object stream whose offsets point into a string',
    withObjectStream([`(${script.replace(/[()]/g, '')})`], { head: '20 0 21 18 ' }),
  ],
  ['object stream that inflates to 40 MB', withObjectStream([' '.repeat(40_000_000)])],
  [
    'page with JavaScript in an object stream',
    withObjectStream([`<< /Type /Page /AA << /O ${script} >> >>`]),
  ],
]

const structural: [string, Buffer][] = [
  [
    'JavaScript after %%EOF, on the same line',
    Buffer.concat([pdfOf().subarray(0, -1), Buffer.from(`9 0 obj ${script} endobj\n%%EOF`)]),
  ],
  [
    'object after %%EOF with an object in a string',
    Buffer.concat([
      pdfOf().subarray(0, -1),
      Buffer.from(`9 0 obj (\n10 0 obj << /S /URI >> endobj) endobj\n%%EOF`),
    ]),
  ],
  ['HTML before the PDF', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdfOf()])],
  ['HTML after the PDF', Buffer.concat([pdfOf(), Buffer.from('<script>alert(1)</script>')])],
  [
    'ZIP archive after the PDF',
    Buffer.concat([
      pdfOf(),
      Buffer.from('PK\x03\x04evil'),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ]),
  ],
  ['ZIP archive in a stream', pdfOf(object(stream('', `PK\x03\x04 PK\x05\x06${'\0'.repeat(18)}`)))],
  ['line break before the header', Buffer.concat([Buffer.from('\n'), pdfOf()])],
  [
    'invalid version',
    Buffer.from(pdfOf().toString('latin1').replace('%PDF-1.7', '%PDF-x'), 'latin1'),
  ],
  ['no %%EOF', Buffer.from(pdfOf().toString('latin1').replace('%%EOF', ''), 'latin1')],
  ['encrypted', pdfOf({ trailer: '/Encrypt << /Filter /Standard >>' })],
  ['stream without endstream', pdfOf({ objects: ['9 0 obj << /Length 5 >> stream\nabc'] })],
  ['unterminated string', pdfOf({ objects: ['9 0 obj (abc'] })],
  ['arrays nested 5,000 deep', pdfOf(object('['.repeat(5000)))],
  [
    'object stream with invalid zlib data',
    pdfOf(object(stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', 'no zlib'))),
  ],
  [
    'object stream deflated twice',
    pdfOf(
      object(
        stream(
          '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
          compressed(compressed('1 0 (x)')),
        ),
      ),
    ),
  ],
]

/** PDFs that must be refused. */
export const activePdfs = (): Sample[] =>
  [
    ...plainObjects.map(([what, parts]): [string, Buffer] => [what, pdfOf(parts)]),
    ...inStreams,
    ...structural,
  ].map(([what, bytes]) => sample(`PDF: ${what}`, 'paper.pdf', bytes, true))
