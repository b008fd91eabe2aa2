/** Unpacks the ZIP of a workbook within limits, so that a small file cannot exhaust the memory. */

/** The workbook exceeds the limits below. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'TooLarge'
}

const maxPackedBytes = 64 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
const maxEntries = 2000
/** The reader allocates a rectangle up to the last cell of the sheet. */
const maxCells = 10_000_000

interface Entry {
  name: Uint8Array
  isPacked: boolean
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Returns the workbook as a ZIP without compression and with its XML entries only. Throws
 * WorkbookTooLarge; any other error means that the file is not a workbook. DecompressionStream
 * inflates, so that the limit is checked chunk by chunk.
 */
export async function unpackWorkbook(file: Blob): Promise<ArrayBuffer> {
  if (file.size > maxPackedBytes) throw new WorkbookTooLarge()
  const stored: { name: Uint8Array; bytes: Uint8Array<ArrayBuffer> }[] = []
  let bytesLeft = maxUnpackedBytes
  for (const { name, isPacked, bytes } of readEntries(new Uint8Array(await file.arrayBuffer()))) {
    const path = new TextDecoder().decode(name)
    if (!/\.(xml|rels)$/i.test(path)) continue
    const xml = isPacked ? await inflate(bytes, bytesLeft) : bytes
    bytesLeft -= xml.length
    if (bytesLeft < 0) throw new WorkbookTooLarge()
    if (/worksheets\//i.test(path)) refuseHugeSheet(new TextDecoder().decode(xml))
    stored.push({ name, bytes: xml })
  }
  return new Blob(zipWithoutCompression(stored)).arrayBuffer()
}

function readEntries(zip: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(zip.buffer)
  let end = zip.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw new WorkbookTooLarge()
  let offset = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(offset, true) !== 0x02014b50) throw new Error('no list of entries')
    const nameLength = view.getUint16(offset + 28, true)
    const name = zip.subarray(offset + 46, offset + 46 + nameLength)
    const header = view.getUint32(offset + 42, true)
    const start =
      header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
    const bytes = zip.subarray(start, start + view.getUint32(offset + 20, true))
    const isPacked = view.getUint16(offset + 10, true) !== 0
    offset +=
      46 + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
    return { name, isPacked, bytes }
  })
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, maxBytes: number) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytesLeft = maxBytes
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    bytesLeft -= value.length
    if (bytesLeft < 0) {
      void reader.cancel().catch(() => {})
      throw new WorkbookTooLarge()
    }
    chunks.push(new Uint8Array(value))
  }
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

/** A ZIP of stored entries; its checksums are 0, which the reader does not check. */
function zipWithoutCompression(
  entries: readonly { name: Uint8Array; bytes: Uint8Array<ArrayBuffer> }[],
) {
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  let directoryBytes = 0
  for (const { name, bytes } of entries) {
    const entry = header(46 + name.length, 0x02014b50, 20, bytes.length, name)
    new DataView(entry.buffer).setUint32(42, offset, true)
    const local = header(30 + name.length, 0x04034b50, 18, bytes.length, name)
    bodies.push(local, bytes)
    directory.push(entry)
    offset += local.length + bytes.length
    directoryBytes += entry.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, directoryBytes, true)
  end.setUint32(16, offset, true)
  return [...bodies, ...directory, new Uint8Array(end.buffer)]
}

/** The header of an entry: both sizes at `sizesAt`, the length of the name after them. */
function header(
  length: number,
  signature: number,
  sizesAt: number,
  size: number,
  name: Uint8Array,
) {
  const view = new DataView(new ArrayBuffer(length))
  view.setUint32(0, signature, true)
  view.setUint32(sizesAt, size, true)
  view.setUint32(sizesAt + 4, size, true)
  view.setUint16(sizesAt + 8, name.length, true)
  const bytes = new Uint8Array(view.buffer)
  bytes.set(name, length - name.length)
  return bytes
}
