/** Unpacks the ZIP of a workbook within limits, so that a small file cannot exhaust the memory. */
import { strFromU8, type Unzipped, unzipSync, Zip, ZipPassThrough } from 'fflate'

/** The workbook exceeds the limits below. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'WorkbookTooLarge'
}

const maxPackedBytes = 64 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
const maxEntries = 2000
/** The reader allocates a rectangle up to the last cell of the sheet. */
const maxCells = 10_000_000

/**
 * Returns the workbook as a ZIP without compression and with its XML entries only. Throws
 * WorkbookTooLarge; any other error means that the file is not a workbook.
 */
export async function unpackWorkbook(file: Blob): Promise<ArrayBuffer> {
  if (file.size > maxPackedBytes) throw new WorkbookTooLarge()
  let entries = 0
  let bytes = 0
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, size, originalSize }) => {
      entries += 1
      if (entries > maxEntries) throw new WorkbookTooLarge()
      if (!/\.(xml|rels)$/i.test(name)) return false
      // fflate inflates into `originalSize` bytes, however many there are; it copies `size` bytes of
      // an entry without compression.
      bytes += Math.max(size, originalSize)
      if (bytes > maxUnpackedBytes) throw new WorkbookTooLarge()
      return true
    },
  })
  for (const [name, xml] of Object.entries(files))
    if (/worksheets\//i.test(name)) refuseHugeSheet(strFromU8(xml))
  return zipWithoutCompression(files)
}

/** Packs by streams, so that the bundle does not contain fflate's compressor. */
function zipWithoutCompression(files: Unzipped): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, bytes] of Object.entries(files)) {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
  }
  zip.end()
  return new Blob(chunks).arrayBuffer()
}

/** A single cell in the far corner of a sheet makes a rectangle of 17 billion cells. */
function refuseHugeSheet(sheet: string): void {
  let columns = 1
  let rows = 1
  for (const [, letters = '', row] of sheet.matchAll(/\sr\s*=\s*["']([A-Za-z]*)(\d+)["']/g)) {
    rows = Math.max(rows, Number(row))
    if (letters !== '') columns = Math.max(columns, columnNumber(letters.toUpperCase()))
    if (rows * columns > maxCells) throw new WorkbookTooLarge()
  }
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
