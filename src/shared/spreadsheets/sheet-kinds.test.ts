import { expect, test } from 'vitest'
import { compound, compressedWorkbook, zipOfNames } from '#test/files/workbook.ts'
import { sheetKind } from './sheet-kinds.ts'

const kindOf = (bytes: Buffer) =>
  sheetKind({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

test.each([
  ['text', 'a list', Buffer.from('Name,Email\n')],
  ['text', 'nothing', Buffer.alloc(0)],
  ['text', 'UTF-16', hex('fffe 4e00')],
  ['text', 'a page', Buffer.from('<html><table>')],
  ['workbook', '.xlsx', zipOfNames(['[Content_Types].xml', 'xl/workbook.xml'])],
  [
    'workbook',
    'a workbook of a program',
    zipOfNames(['xl/worksheets/sheet1.xml', 'xl/workbook2.xml']),
  ],
  ['workbook', 'a large part first', zipOfNames(['xl/media/a.png', 'xl/workbook.xml'], 200_000)],
  ['workbook', 'a torn workbook', compressedWorkbook([['a']]).subarray(0, 200)],
  ['xlsb', '.xlsb', zipOfNames(['xl/workbook.bin', 'xl/worksheets/sheet1.bin'])],
  ['ods', '.ods', zipOfNames(['mimetype', 'content.xml'])],
  ['numbers', '.numbers', zipOfNames(['Index/Document.iwa', 'Metadata/Properties.plist'])],
  ['word', '.docx', zipOfNames(['[Content_Types].xml', 'word/document.xml'])],
  ['archive', '.zip', zipOfNames(['members.csv'])],
  ['xls', '.xls', compound('Workbook')],
  ['xls', '.xls of Excel 95', compound('Book')],
  ['password', 'an encrypted .xlsx', compound('EncryptedPackage')],
  ['word', '.doc', compound('WordDocument')],
  ['xls', 'a torn .xls', compound('Workbook').subarray(0, 300)],
  ['xls', 'Excel 4', hex('0904 0600 0000 1000')],
  ['pdf', '.pdf', Buffer.from('%PDF-1.4')],
  ['picture', 'PNG', hex('89504e470d0a1a0a')],
  ['picture', 'JPEG', hex('ffd8ffe0')],
  ['picture', 'HEIC', hex('00000018 66747970 68656963')],
  ['picture', 'WebP', Buffer.from('RIFFabcdWEBP')],
  ['archive', 'gzip', hex('1f8b08')],
])('%s: %s', async (kind, _name, bytes) => {
  expect(await kindOf(bytes)).toBe(kind)
})
