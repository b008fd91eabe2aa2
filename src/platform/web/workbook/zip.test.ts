import { describe, expect, test } from 'vitest'
import {
  bombWithFalseSize,
  compressedWorkbook,
  manyEntries,
  workbook,
  workbookBomb,
} from '#test/files/workbook.ts'
import { unpackWorkbook, WorkbookTooLarge } from './zip.ts'

const unpack = (zip: Buffer) => unpackWorkbook(new Blob([Uint8Array.from(zip)]))
const sheet = 'xl/worksheets/sheet1.xml'

const rows = [
  ['Name', 'Fee'],
  ['Asha & Co', 5000],
]

describe('unpackWorkbook', () => {
  test.each([
    ['a compressed', compressedWorkbook(rows)],
    ['an uncompressed', workbook(rows)],
  ])('finds the parts of %s workbook, in any case', async (_case, zip) => {
    const parts = await unpack(zip)
    expect(parts(sheet)).toContain('Asha &amp; Co')
    expect(parts('/XL/worksheets/Sheet1.xml')).toBe(parts(sheet))
    expect(parts('xl/styles.xml')).toBeUndefined()
  })

  test.each([
    ['a decompression bomb', workbookBomb],
    ['more than 2,000 entries', () => manyEntries(2001)],
  ])('refuses %s as too large', async (_case, zip) => {
    await expect(unpack(zip())).rejects.toThrow(WorkbookTooLarge)
  })

  test('inflates no more than the size that a bomb claims', async () => {
    const parts = await unpack(bombWithFalseSize())
    expect(parts(sheet)).toHaveLength(100)
  })

  test.each([
    ['a torn file', compressedWorkbook(rows).subarray(0, 900)],
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('name,email')],
  ])('rejects %s', async (_case, zip) => {
    await expect(unpack(zip)).rejects.not.toThrow(WorkbookTooLarge)
  })
})
