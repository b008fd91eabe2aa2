import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import {
  bombWithFalseSize,
  compressedWorkbook,
  farCorner,
  manyEntries,
  workbook,
  workbookBomb,
} from '#test/files/workbook.ts'
import { unpackWorkbook, WorkbookTooLarge } from './zip.ts'

const unpack = (zip: Buffer) => unpackWorkbook(new Blob([Uint8Array.from(zip)]))

const rows = [
  ['Name', 'Fee'],
  ['Asha & Co', 5000],
]

describe('unpackWorkbook', () => {
  test.each([
    ['a compressed', compressedWorkbook(rows)],
    ['an uncompressed', workbook(rows)],
  ])('passes %s workbook on to its reader', async (_case, zip) => {
    expect(await readSheet(await unpack(zip))).toEqual(rows)
  })

  test.each([
    ['a decompression bomb', workbookBomb],
    ['a cell in the far corner', farCorner],
    ['more than 2,000 entries', () => manyEntries(2001)],
  ])('refuses %s as too large', async (_case, zip) => {
    await expect(unpack(zip())).rejects.toThrow(WorkbookTooLarge)
  })

  test('inflates no more than the size that a bomb claims', async () => {
    const unpacked = unzipSync(new Uint8Array(await unpack(bombWithFalseSize())))
    expect(unpacked['xl/worksheets/sheet1.xml']).toHaveLength(100)
  })

  test.each([
    ['a torn file', compressedWorkbook(rows).subarray(0, 900)],
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('name,email')],
  ])('rejects %s', async (_case, zip) => {
    await expect(unpack(zip)).rejects.not.toThrow(WorkbookTooLarge)
  })
})
