/** Small real files of every kind a form takes, each with content of its own. */
import sharp from 'sharp'
import { pdfOf } from '#app/server/sample-papers.ts'

/** A picture of one colour; `seed` makes it another one. */
const picture = (seed: number, width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 },
    },
  })

interface Size {
  width?: number
  height?: number
}

export const jpegPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).jpeg().toBuffer()

export const pngPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).png().toBuffer()

export const gifPhoto = (seed = 1, { width = 64, height = 48 }: Size = {}): Promise<Buffer> =>
  picture(seed, width, height).gif().toBuffer()

/** A PDF of one page with these words. */
export const plainPdf = (words = 'Certificate of incorporation'): Buffer => pdfOf([words])
