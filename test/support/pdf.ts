/** PDF documents as text and as pictures, by Debian's poppler-utils. */
import { execFileSync, spawnSync } from 'node:child_process'
import sharp from 'sharp'

export const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined
export const popplerHint = 'needs pdftotext and pdftoppm: apt-get install poppler-utils'

/** The text of all pages, in the order in which it was drawn; lines end with '\n', pages with '\f'. */
export const pdfText = (bytes: Uint8Array): string =>
  execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, encoding: 'utf8' })

/** The lines of the text, without those that are empty. */
export const pdfLines = (bytes: Uint8Array): string[] =>
  pdfText(bytes)
    .split(/[\n\f]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The text of each page. */
export const pdfPages = (bytes: Uint8Array): string[] => pdfText(bytes).split('\f').slice(0, -1)

/** A page as a PNG. */
export const pdfPicture = (bytes: Uint8Array, dpi: number, page = 1): Buffer =>
  execFileSync(
    'pdftoppm',
    ['-r', String(dpi), '-png', '-f', String(page), '-l', String(page), '-singlefile', '-'],
    { input: bytes, maxBuffer: 1 << 28 },
  )

/** The dark pixels of a picture without its margins, scaled to this size; 0 is white, 255 black. */
export async function inkOf(picture: Buffer, { width, height }: { width: number; height: number }) {
  const grey = sharp(picture).flatten({ background: '#fff' }).greyscale()
  const trimmed = await grey.trim({ background: '#fff', threshold: 40 }).toBuffer()
  return sharp(trimmed).resize(width, height, { fit: 'fill' }).greyscale().negate().raw().toBuffer()
}
