/** The smallest Excel workbook that holds these cells: a ZIP of three pages of XML. */
import { crc32, deflateRawSync } from 'node:zlib'

type Cells = readonly (readonly (string | number)[])[]

/** Not compressed. */
export const workbook = (rows: Cells): Buffer => bookOf(sheetOf(rows), false)

/** As a spreadsheet program writes it. */
export const packedWorkbook = (rows: Cells): Buffer => bookOf(sheetOf(rows), true)

/** 300 MB of nothing in some hundred kilobytes. */
export const bomb = (): Buffer => bookOf(Buffer.alloc(300 * 1024 * 1024, ' '), true)

/** One cell at the far corner of the sheet. */
export const farCorner = (): Buffer =>
  bookOf(
    sheetOf([['name']])
      .replaceAll('"A1"', '"XFD1048576"')
      .replace('"1"', '"1048576"'),
    true,
  )

function bookOf(sheet: string | Buffer, isPacked: boolean): Buffer {
  const pages = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  }
  return zip(pages, isPacked)
}

const sheetOf = (rows: Cells): string =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, index) => cellOf(cell, `${String.fromCharCode(65 + index)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

const cellOf = (cell: string | number, place: string): string =>
  typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`

function zip(pages: Record<string, string | Buffer>, isPacked: boolean): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(pages)) {
    const plain = Buffer.from(text)
    const bytes = isPacked ? deflateRawSync(plain) : plain
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), bytes])
    const entry = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\x00'),
      common,
      Buffer.alloc(14),
      Buffer.from(name),
    ])
    entry.writeUInt32LE(offset, 42)
    bodies.push(body)
    directory.push(entry)
    offset += body.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}
