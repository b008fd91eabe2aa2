/** Workbooks taken out of their ZIP, with bounds: what a few bytes unpack to is not theirs to say. */

/** A workbook with more in it than the portal reads in a browser. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'TooLarge'
}

const maxPackedBytes = 64 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
const maxEntries = 2000
/** A sheet is read as a rectangle, up to its last cell. */
const maxCells = 10_000_000

interface Entry {
  name: Uint8Array
  isPacked: boolean
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * The same workbook with nothing in it packed, and only its pages of XML. Throws TooLarge; any other
 * error means that it is no workbook. The browser itself unpacks, piece by piece.
 */
export async function unpackWorkbook(file: Blob): Promise<ArrayBuffer> {
  if (file.size > maxPackedBytes) throw new WorkbookTooLarge()
  const pages: { name: Uint8Array; bytes: Uint8Array<ArrayBuffer> }[] = []
  let room = maxUnpackedBytes
  for (const { name, isPacked, bytes } of readEntries(new Uint8Array(await file.arrayBuffer()))) {
    const plain = new TextDecoder().decode(name)
    if (!/\.(xml|rels)$/i.test(plain)) continue
    const page = isPacked ? await inflate(bytes, room) : bytes
    room -= page.length
    if (room < 0) throw new WorkbookTooLarge()
    if (/worksheets\//i.test(plain)) refuseHugeSheet(new TextDecoder().decode(page))
    pages.push({ name, bytes: page })
  }
  return new Blob(storeUnpacked(pages)).arrayBuffer()
}

function readEntries(zip: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(zip.buffer)
  let end = zip.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  const count = view.getUint16(end + 10, true)
  if (count > maxEntries) throw new WorkbookTooLarge()
  let place = view.getUint32(end + 16, true)
  return Array.from({ length: count }, () => {
    if (view.getUint32(place, true) !== 0x02014b50) throw new Error('no list of entries')
    const names = view.getUint16(place + 28, true)
    const name = zip.subarray(place + 46, place + 46 + names)
    const from = view.getUint32(place + 42, true)
    const begin = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
    const bytes = zip.subarray(begin, begin + view.getUint32(place + 20, true))
    const isPacked = view.getUint16(place + 10, true) !== 0
    place += 46 + names + view.getUint16(place + 30, true) + view.getUint16(place + 32, true)
    return { name, isPacked, bytes }
  })
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, room: number) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let left = room
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
    left -= value.length
    if (left < 0) {
      void reader.cancel().catch(() => {})
      throw new WorkbookTooLarge()
    }
    parts.push(new Uint8Array(value))
  }
}

/** One cell at the far corner of a sheet makes a rectangle of 17 milliard. */
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

/** A ZIP in which nothing is packed; nobody checks its sums. */
function storeUnpacked(pages: readonly { name: Uint8Array; bytes: Uint8Array<ArrayBuffer> }[]) {
  const bodies: Uint8Array<ArrayBuffer>[] = []
  const list: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  let listed = 0
  for (const { name, bytes } of pages) {
    const entry = header(46 + name.length, 0x02014b50, 20, bytes.length, name)
    new DataView(entry.buffer).setUint32(42, offset, true)
    const local = header(30 + name.length, 0x04034b50, 18, bytes.length, name)
    bodies.push(local, bytes)
    list.push(entry)
    offset += local.length + bytes.length
    listed += entry.length
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, pages.length, true)
  end.setUint16(10, pages.length, true)
  end.setUint32(12, listed, true)
  end.setUint32(16, offset, true)
  return [...bodies, ...list, new Uint8Array(end.buffer)]
}

/** Of one entry; its two sizes stand at `sizes`, the length of its name behind them. */
function header(length: number, sign: number, sizes: number, size: number, name: Uint8Array) {
  const view = new DataView(new ArrayBuffer(length))
  view.setUint32(0, sign, true)
  view.setUint32(sizes, size, true)
  view.setUint32(sizes + 4, size, true)
  view.setUint16(sizes + 8, name.length, true)
  const bytes = new Uint8Array(view.buffer)
  bytes.set(name, length - name.length)
  return bytes
}
