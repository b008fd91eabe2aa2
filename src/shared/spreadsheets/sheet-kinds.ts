/** What a file chosen as a spreadsheet is, and what to do with one that cannot be read. */
import { type FileContent, fileContent, type ReadableFile } from '../file-contents.ts'

/** The media type of .xlsx. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const refusedSheets = {
  xls: 'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx',
  password:
    'This workbook has a password. Open it in Excel, remove the password (File, Info, Protect Workbook) and save it',
  xlsb: 'This is a binary workbook of Excel (.xlsb). Open it in Excel and save it as .xlsx',
  ods: 'This is an OpenDocument spreadsheet (.ods). Open it in LibreOffice or Excel and save it as .xlsx',
  numbers: 'This is a spreadsheet of Apple Numbers. Open it in Numbers and export it to Excel',
  word: 'This is a Word document. Copy its table into Excel and save that as .xlsx',
  pdf: 'This is a PDF, whose rows cannot be read. Please choose the same list as Excel or CSV',
  picture: 'This is a picture, whose rows cannot be read. Please choose the list as Excel or CSV',
  archive: 'This is a packed file. Unpack it, and choose the spreadsheet in it',
  other: 'This file has no rows that can be read. Please choose the list as Excel or CSV',
} as const

/** `text`: CSV, a table of HTML, or anything else without a known beginning. */
export type SheetKind = 'workbook' | 'text' | keyof typeof refusedSheets

const kinds: Partial<Record<FileContent, SheetKind>> = {
  workbook: 'workbook',
  text: 'text',
  page: 'text',
  svg: 'text',
  xls: 'xls',
  password: 'password',
  xlsb: 'xlsb',
  ods: 'ods',
  numbers: 'numbers',
  word: 'word',
  pdf: 'pdf',
  archive: 'archive',
  jpeg: 'picture',
  png: 'picture',
  gif: 'picture',
  webp: 'picture',
  heic: 'picture',
  avif: 'picture',
  tiff: 'picture',
  bmp: 'picture',
  psd: 'picture',
}

export const sheetKind = async (file: ReadableFile): Promise<SheetKind> =>
  kinds[await fileContent(file)] ?? 'other'
