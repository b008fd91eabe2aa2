import { expect, test } from 'vitest'
import { compound, compressedWorkbook, zipOfNames } from '#test/files/workbook.ts'
import { fileContent, pdfStart } from './file-contents.ts'
import { type FileKind, wrongTypeMessage } from './file-kinds.ts'

const contentOf = (bytes: Buffer) =>
  fileContent({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const media = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1')
const pdf = (before: string) => Buffer.from(`${before}%PDF-1.7\n`, 'latin1')

test.each([
  ['jpeg', 'of a camera', hex('ffd8ffe1 0000')],
  ['png', '', hex('89504e470d0a1a0a')],
  ['gif', '', Buffer.from('GIF89a')],
  ['gif', 'old', Buffer.from('GIF87a')],
  ['webp', '', Buffer.from('RIFFabcdWEBPVP8 ')],
  ...['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'].map(
    (brand) => ['heic', brand, media(brand)] as const,
  ),
  ['avif', '', media('avif')],
  ['avif', 'animated', media('avis')],
  ...['isom', 'mp42', 'qt  ', '3gp4', 'M4V '].map(
    (brand) => ['video', brand, media(brand)] as const,
  ),
  ['video', 'AVI', Buffer.from('RIFFabcdAVI LIST')],
  ['video', 'WebM', hex('1a45dfa3 9f428681')],
  ['tiff', 'of Intel', hex('49492a00 08000000')],
  ['tiff', 'of Motorola', hex('4d4d002a 00000008')],
  ['bmp', '', hex('424d 36000000 00000000 36000000')],
  ['psd', '', Buffer.from('8BPS\0\x01')],
  ['svg', '', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['svg', 'of a drawing program', Buffer.from('<?xml version="1.0"?>\n<!-- Ink -->\n<svg\n')],
  ['page', '', Buffer.from('\ufeff<!DOCTYPE html><html><svg>')],
  ['page', 'without a type', Buffer.from('\n<HTML lang="en">')],
  ['word', '.docx', zipOfNames(['[Content_Types].xml', 'word/document.xml'])],
  ['word', '.doc', compound('WordDocument')],
  ['word', '.rtf', Buffer.from('{\\rtf1')],
  ['slides', '.pptx', zipOfNames(['[Content_Types].xml', 'ppt/presentation.xml'])],
  ['slides', '.ppt', compound('PowerPoint Document')],
  ['message', '.msg', compound('__substg1.0_0E1D001F')],
  ['workbook', '.xlsx', compressedWorkbook([['a']])],
  ['xls', '.xls', compound('Workbook')],
  ['password', 'an encrypted .docx', compound('EncryptedPackage')],
  ['archive', '.zip', zipOfNames(['scan.pdf'])],
  ['archive', '.rar', Buffer.from('Rar!\x1a\x07')],
  ['archive', '.7z', hex('377abcaf271c')],
  ['program', '.exe', hex('4d5a9000 03000000')],
  ['text', 'a list', Buffer.from('MZ12\nftypheic,RIFF\n')],
  ['text', 'nothing', Buffer.alloc(0)],
  ['pdf', '', pdf('')],
  ['pdf', 'after a line end', pdf('\r\n')],
  ['pdf', 'after a byte order mark', pdf('\xef\xbb\xbf')],
  ['pdf', 'after one of UTF-16', pdf('\xff\xfe')],
  ['pdf', 'after blanks of all kinds', pdf(' \t\f\v\n\0\xef\xbb\xbf\n')],
  ['pdf', 'within 1,024 bytes', pdf(' '.repeat(1019))],
  ['text', 'a PDF after 1,024 bytes', pdf(' '.repeat(1020))],
  ['text', 'a PDF after letters', pdf('HTTP/1.1 200 OK\n\n')],
  ['page', 'a PDF after a page', pdf('<html>')],
] as const)('%s: %s', async (content, _what, bytes) => {
  expect(await contentOf(bytes)).toBe(content)
})

test('a PDF begins at its header', () => {
  expect(pdfStart(pdf('\r\n\t'))).toBe(3)
  expect(pdfStart(pdf('x'))).toBeUndefined()
})

test.each<[FileKind, Parameters<typeof wrongTypeMessage>[1], string]>([
  [
    'memberPhoto',
    { content: 'heic', name: 'really-heic.JPG' },
    'This file is named .jpg but is a HEIC photo, as iPhones make them. Open it, share it as JPEG and choose that',
  ],
  [
    'memberPhoto',
    { content: 'heic', name: 'IMG_1.HEIC' },
    'This is a HEIC photo, as iPhones make them. Open it, share it as JPEG and choose that',
  ],
  [
    'businessCard',
    { content: 'webp', name: 'card.png' },
    'This file is named .png but is a WebP picture. Open it, save it as JPG or PNG and choose that',
  ],
  [
    'businessCard',
    { content: 'gif', name: 'card.gif' },
    'This is a GIF picture. Open it, save it as JPG or PNG and choose that',
  ],
  [
    'companyPanCard',
    { content: 'word', name: 'pan.docx' },
    'This is a Word document. Open it, save or print it as PDF and choose that',
  ],
  [
    'logo',
    { content: 'word', name: 'a' },
    'This is a Word document. Please choose a JPG, PNG or GIF file',
  ],
  [
    'logo',
    { content: 'pdf', name: 'a.pdf' },
    'This is a PDF. Please choose a JPG, PNG or GIF file',
  ],
  [
    'companyPanCard',
    { content: 'archive', name: 'pan.pdf' },
    'This file is named .pdf but is a packed file. Unpack it and choose the file in it',
  ],
  ['companyPanCard', { content: 'text', name: 'pan.pdf' }, 'Please choose a PDF, JPG or PNG file'],
  ['factoryMachineryPhotos', undefined, 'Please choose a JPG or PNG file'],
])('for a %s, of %j: %s', (kind, found, message) => {
  expect(wrongTypeMessage(kind, found)).toBe(message)
})
