/** PDFs that do something, each hiding it in another way. Written by hand, byte by byte. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { type Sample, sample } from './hostile-images.ts'

interface Parts {
  catalog?: string
  pages?: string
  /** Keys added to the page. */
  page?: string
  pageObject?: string
  info?: string
  /** Whole objects, 'n 0 obj … endobj'. */
  more?: readonly string[]
  /** Keys added to the trailer. */
  trailer?: string
}

/** A PDF of one page with what is given in its place; readers find its objects without a table. */
export function pdfOf({
  catalog = '<< /Type /Catalog /Pages 2 0 R >>',
  pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  page = '',
  pageObject = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] ${page} >>`,
  info = '<< /Title (Certificate) >>',
  more = [],
  trailer = '',
}: Parts = {}): Buffer {
  const objects = [catalog, pages, pageObject, info].map(
    (one, i) => `${i + 1} 0 obj\n${one}\nendobj`,
  )
  const end = `trailer\n<< /Size 9 /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n9\n%%EOF\n`
  return Buffer.from(['%PDF-1.7\n%\xe2\xe3\xcf\xd3', ...objects, ...more, end].join('\n'), 'latin1')
}

const stream = (dict: string, data: Buffer | string): string =>
  `<< ${dict} /Length ${data.length} >>\nstream\n${typeof data === 'string' ? data : data.toString('latin1')}\nendstream`

/** The same with further objects, 20 and up, in a compressed object stream. */
export function withObjectStream(
  objects: readonly string[],
  pack: {
    dict?: string
    type?: string
    deflate?: (text: string) => Buffer | string
    head?: string
  } = {},
): Buffer {
  const { dict = '/Filter /FlateDecode', type = '/Type /ObjStm', deflate = deflateSync } = pack
  let content = ''
  const places = ['<< /Kept true >>', ...objects].map((object, index) => {
    const place = `${20 + index} ${content.length} `
    content += `${object}\n`
    return place
  })
  const head = pack.head ?? places.join('')
  const about = `${type} /N ${places.length} /First ${head.length} ${dict}`
  return pdfOf({ more: [`9 0 obj\n${stream(about, deflate(head + content))}\nendobj`] })
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R ${more} >>`
const object = (text: string) => ({ more: [`9 0 obj ${text} endobj`] })
const packed = (text: string) => deflateSync(text).toString('latin1')
/** Deflate that leaves the text readable, as it stands. */
const stored = (text: string) => deflateSync(text, { level: constants.Z_NO_COMPRESSION })

/** In hex, so that a parser that takes it for words finds nothing wrong with them. */
export const hexStream = (text: string): string => {
  const lines = Buffer.from(text).toString('hex').replace(/.{60}/g, '$&\n')
  return `9 0 obj ${stream('/Type /ObjStm /N 1 /First 5 /Filter /ASCIIHexDecode', lines)} endobj`
}

const inTheOpen: [string, Parts][] = [
  ['a script at the opening', { catalog: catalog(`/OpenAction ${script}`) }],
  [
    'a script in an object of its own',
    { catalog: catalog('/OpenAction 9 0 R'), ...object(script) },
  ],
  ['a script in a stream', object('<< /S /JavaScript /JS 10 0 R >>')],
  ['a script by name', { catalog: catalog('/Names << /JavaScript 9 0 R >>') }],
  ['a name in hex', { catalog: catalog('/OpenAction << /S /#4aava#53cript /#4A#53 (x) >>') }],
  ['a name in hex throughout', object('<< /S /#4a#61#76#61#53#63#72#69#70#74 >>')],
  [
    'no blank anywhere',
    { catalog: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(x)>>>>' },
  ],
  ['comments between the words', { catalog: catalog('/OpenAction%x\n<<%y\r/S%\n/JavaScript>>') }],
  ['NULs for blanks', { catalog: catalog('/OpenAction\0<<\0/S\0/JavaScript\0>>') }],
  ['a program to launch', { catalog: catalog('/OpenAction << /S /Launch /F (cmd.exe) >>') }],
  ['a program behind a link', { page: '/Annots [<< /A << /S /Launch /F (a.exe) >> >>]' }],
  ['a file inside', object('<< /Type /Filespec /F (a.exe) /EF << /F 10 0 R >> >>')],
  ['an embedded stream', object(stream('/Type /EmbeddedFile', 'MZ'))],
  ['embedded files by name', { catalog: catalog('/Names << /EmbeddedFiles << /Names [] >> >>') }],
  ['a film', { page: '/Annots [<< /Subtype /RichMedia >>]' }],
  ['a form of XFA', { catalog: catalog('/AcroForm << /XFA [(template) 9 0 R] >>') }],
  ['a script when the page opens', { page: `/AA << /O ${script} >>` }],
  [
    'a web page at the opening',
    { catalog: catalog('/OpenAction << /S /URI /URI (http://evil.example) >>') },
  ],
  ['a printing at the opening', { catalog: catalog('/OpenAction << /S /Named /N /Print >>') }],
  [
    'a file elsewhere at the opening',
    { catalog: catalog('/OpenAction << /S /GoToR /F (a) /D [0 /Fit] >>') },
  ],
  [
    'a view with something after it',
    { catalog: catalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 9 0 R >>') },
  ],
  [
    'two openings, the second one bad',
    { catalog: catalog('/OpenAction [3 0 R /Fit] /OpenAction << /S /URI /URI (x) >>') },
  ],
  [
    'an opening that is redefined',
    {
      catalog: catalog('/OpenAction 9 0 R'),
      more: ['9 0 obj [3 0 R /Fit] endobj', '9 0 obj << /S /URI /URI (x) >> endobj'],
    },
  ],
  ['an opening that is nowhere', { catalog: catalog('/OpenAction 99 0 R') }],
  [
    'an action that is a word elsewhere',
    { page: '/AA << /O 9 0 R >>', ...object('<< /S /SubmitForm /F (x) >>') },
  ],
  ['a catalog in the trailer', { trailer: `/Root << /Type /Catalog /OpenAction ${script} >>` }],
  ['an object within a string', object(`(10 0 obj ${script.replace(/[()\\]/g, '')} endobj)`)],
  [
    'an object stream within a list',
    { more: [`8 0 obj [ ${hexStream(`20 0 ${script}`)} ] endobj`] },
  ],
  ['an object within a comment', { more: ['%', `% 10 0 obj << /A /B >> endobj`] }],
  ['an object within the data of a stream', object(stream('', '10 0 obj << /S /URI >> endobj'))],
  ['an object in a stream, with comments', object(stream('', '10 %a\n0 %b\r obj << /S /URI >>'))],
  ['a trailer within a stream', object(stream('', 'trailer << /Root 10 0 R >>'))],
  [
    'a stream that begins within a comment',
    { more: ['% stream', `9 0 obj ${script} endobj`, 'endstream'] },
  ],
]

const inStreams: [string, Buffer][] = [
  ['a script in an object stream', withObjectStream([script])],
  [
    'a script far down in one',
    withObjectStream([...Array<string>(500).fill('<< /A 1 >>'), script]),
  ],
  ['one that does not say what it is', withObjectStream([script], { type: '' })],
  [
    'one that says it is a picture',
    withObjectStream([script], { type: '/Type /XObject /Subtype /Image' }),
  ],
  ['one by a name in hex', withObjectStream([script], { type: '/Type /Obj#53tm' })],
  ['one that is not packed', withObjectStream([script], { dict: '', deflate: (text) => text })],
  ['one that is packed without packing', withObjectStream([script], { deflate: stored })],
  [
    'one packed in hex',
    withObjectStream([script], {
      dict: '/Filter /ASCIIHexDecode',
      deflate: (text) => `${Buffer.from(text).toString('hex')}>`,
    }),
  ],
  [
    'one packed in hex and Flate',
    withObjectStream([script], {
      dict: '/Filter [/ASCIIHexDecode /FlateDecode]',
      deflate: (text) => `${deflateSync(text).toString('hex')}>`,
    }),
  ],
  [
    'one with a predictor',
    withObjectStream([script], {
      dict: '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>',
    }),
  ],
  ['one packed in a way told elsewhere', withObjectStream([script], { dict: '/Filter 10 0 R' })],
  [
    'one that lies in another file',
    withObjectStream([script], { dict: '/F (a) /Filter /FlateDecode' }),
  ],
  [
    'one with two ways of packing',
    withObjectStream([script], { dict: '/Filter /LZWDecode /Filter /FlateDecode' }),
  ],
  [
    'one without a head of zlib',
    withObjectStream([script], { deflate: (text) => deflateRawSync(text) }),
  ],
  [
    'one whose objects begin within a string',
    withObjectStream([`(${script.replace(/[()]/g, '')})`], { head: '20 0 21 18 ' }),
  ],
  ['one that swells to 40 MB', withObjectStream([' '.repeat(40_000_000)])],
  [
    'a page packed in a stream, with a script',
    withObjectStream([`<< /Type /Page /AA << /O ${script} >> >>`]),
  ],
]

const beyond: [string, Buffer][] = [
  [
    'a script right behind the end, in the same line',
    Buffer.concat([pdfOf().subarray(0, -1), Buffer.from(`9 0 obj ${script} endobj\n%%EOF`)]),
  ],
  [
    'an object behind the end that holds others in a string',
    Buffer.concat([
      pdfOf().subarray(0, -1),
      Buffer.from(`9 0 obj (\n10 0 obj << /S /URI >> endobj) endobj\n%%EOF`),
    ]),
  ],
  ['HTML before it', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdfOf()])],
  ['HTML after it', Buffer.concat([pdfOf(), Buffer.from('<script>alert(1)</script>')])],
  [
    'an archive after it',
    Buffer.concat([
      pdfOf(),
      Buffer.from('PK\x03\x04evil'),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ]),
  ],
  ['an archive within it', pdfOf(object(stream('', `PK\x03\x04 PK\x05\x06${'\0'.repeat(18)}`)))],
  ['a blank before it', Buffer.concat([Buffer.from('\n'), pdfOf()])],
  ['no version', Buffer.from(pdfOf().toString('latin1').replace('%PDF-1.7', '%PDF-x'), 'latin1')],
  ['no end', Buffer.from(pdfOf().toString('latin1').replace('%%EOF', ''), 'latin1')],
  ['a lock', pdfOf({ trailer: '/Encrypt << /Filter /Standard >>' })],
  ['a stream without end', pdfOf({ more: ['9 0 obj << /Length 5 >> stream\nabc'] })],
  ['a string without end', pdfOf({ more: ['9 0 obj (abc'] })],
  ['brackets 5,000 deep', pdfOf(object('['.repeat(5000)))],
  [
    'packed text that is no text',
    pdfOf(object(stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', 'no zlib'))),
  ],
  [
    'a bomb in a bomb',
    pdfOf(
      object(
        stream(
          '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
          packed(packed('1 0 (x)')),
        ),
      ),
    ),
  ],
]

/** Every one must be refused. */
export const activePdfs = (): Sample[] =>
  [
    ...inTheOpen.map(([what, parts]): [string, Buffer] => [what, pdfOf(parts)]),
    ...inStreams,
    ...beyond,
  ].map(([what, bytes]) => sample(`PDF: ${what}`, 'paper.pdf', bytes, true))
