/** Unpacks the ZIP of a workbook within limits, so that a small file cannot exhaust the memory. */
import { unzipSync } from 'fflate'

/** The workbook exceeds the limits below. */
export class WorkbookTooLarge extends Error {
  override readonly name = 'WorkbookTooLarge'
}

const maxPackedBytes = 64 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
const maxEntries = 2000

/** The text of an XML part of a workbook by its path; undefined when there is none. */
export type Parts = (path: string) => string | undefined

/** Throws WorkbookTooLarge; any other error means that the file is not a workbook. */
export async function unpackWorkbook(file: Blob): Promise<Parts> {
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
  const byPath = new Map(Object.entries(files).map(([name, part]) => [pathKey(name), part]))
  return (path) => {
    const part = byPath.get(pathKey(path))
    return part && new TextDecoder(encodingOf(part)).decode(part)
  }
}

/** Names are the same in any case (ECMA-376 part 2, 6.2.2). */
const pathKey = (path: string): string =>
  path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
