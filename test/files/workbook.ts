/** Minimal Excel workbooks: ZIP archives of five XML files. */
import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, Zip, ZipDeflate, type ZipInputFile, zipSync } from 'fflate'

type Cells = readonly (readonly (string | number)[])[]

/** A workbook without compression. */
export const workbook = (rows: Cells): Buffer => zipOf(sheetOf(rows), 0)

/** A compressed workbook, as spreadsheet programs write it. */
export const compressedWorkbook = (rows: Cells): Buffer => zipOf(sheetOf(rows), 6)

interface BookXml {
  /** The content of sheetData. */
  rows: string
  /** Elements of the sheet before its rows. */
  before?: string
  /** The formats of styles 1, 2 and so on. */
  formats?: readonly string[]
  /** The content of the table of shared strings. */
  strings?: string
  /** The properties of the workbook, before its sheets. */
  properties?: string
  /** Changes the XML of every part. */
  change?: (xml: string) => string
  /** Replaces parts. */
  parts?: Record<string, string>
}

/** A workbook of this XML. */
export function workbookOfXml(book: BookXml): Buffer {
  const { rows, before = '', formats = [], strings = '', properties = '', change } = book
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const files: Record<string, string> = {
    ...parts,
    'xl/workbook.xml': parts['xl/workbook.xml'].replace('<sheets>', `${properties}<sheets>`),
    'xl/_rels/workbook.xml.rels': parts['xl/_rels/workbook.xml.rels'].replace(
      '</Relationships>',
      `${['styles', 'sharedStrings']
        .map(
          (type) =>
            `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${type}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    'xl/styles.xml': `<styleSheet ${mainNamespace}><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_code, index) => `<xf numFmtId="${164 + index}"/>`)
      .join(
        '',
      )}</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="d/m/y"/></dxf></dxfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${mainNamespace}>${strings}</sst>`,
    [sheetName]: `<worksheet ${mainNamespace}>${before}<sheetData>${rows}</sheetData></worksheet>`,
    ...book.parts,
  }
  const packed = Object.entries(files).map(([name, xml]) => [name, strToU8(change?.(xml) ?? xml)])
  return Buffer.from(zipSync(Object.fromEntries(packed)))
}

const mainNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook of a few hundred kilobytes whose sheet inflates to 300 MB. */
export const workbookBomb = (): Buffer => sheetOfSpaces(300)

function sheetOfSpaces(megabytes: number): Buffer {
  const spaces = Buffer.alloc(megabytes * 1024 * 1024, ' ')
  // By zlib: fflate takes ten seconds to compress 300 MB.
  const packed = deflateRawSync(spaces)
  const sheet: ZipInputFile = {
    filename: sheetName,
    compression: 8,
    size: spaces.length,
    crc: crc32(spaces),
    ondata: () => {},
  }
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, xml] of Object.entries(parts)) {
    const part = new ZipDeflate(name)
    zip.add(part)
    part.push(strToU8(xml), true)
  }
  zip.add(sheet)
  sheet.ondata?.(null, packed, true)
  zip.end()
  return Buffer.concat(chunks)
}

/** A sheet of 10 MB whose central directory entry claims 100 bytes. */
export function bombWithFalseSize(): Buffer {
  const zip = sheetOfSpaces(10)
  const entry = zip.lastIndexOf(sheetName) - 46
  zip.writeUInt32LE(100, entry + 24)
  return zip
}

/** One cell at the far corner of the sheet. */
export const farCorner = (): Buffer =>
  zipOf(
    sheetOf([['name']])
      .replaceAll('"A1"', '"XFD1048576"')
      .replace('"1"', '"1048576"'),
    6,
  )

/** A ZIP archive of empty files. */
export const manyEntries = (count: number): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, strToU8('')])),
    ),
  )

/** A ZIP archive with these entries; the first is followed by as many bytes. */
export const zipOfNames = (names: readonly string[], firstBytes = 0): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        names.map((name, index) => [
          name,
          name === 'mimetype'
            ? strToU8('application/vnd.oasis.opendocument.spreadsheet')
            : new Uint8Array(index === 0 ? firstBytes : 0),
        ]),
      ),
      { level: 0 },
    ),
  )

/** The header and the directory of a compound file, the container of .xls, with one stream. */
export function compound(stream: string): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(3 * 512)
  file.write('d0cf11e0a1b11ae1', 'hex')
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(1, 48)
  file.write('Root Entry', 1024, 'utf16le')
  file.write(stream, 1024 + 128, 'utf16le')
  return file
}

const zipOf = (sheet: string, level: 0 | 6): Buffer => {
  const files = Object.entries({ ...parts, [sheetName]: sheet })
  return Buffer.from(
    zipSync(Object.fromEntries(files.map(([name, xml]) => [name, strToU8(xml)])), { level }),
  )
}

const sheetName = 'xl/worksheets/sheet1.xml'

const parts = {
  '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

const sheetOf = (rows: Cells): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, index) => cellOf(cell, `${String.fromCharCode(65 + index)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

const cellOf = (cell: string | number, reference: string): string =>
  typeof cell === 'number'
    ? `<c r="${reference}"><v>${cell}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
