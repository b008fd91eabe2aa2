/** Small valid files of all types that forms accept. */
import sharp from 'sharp'
import { pdfOf } from '#app/server/sample/sample-papers.ts'

/** A picture of one colour, which `seed` selects. */
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

/** A PDF of one page with this text. */
export const plainPdf = (text = 'Certificate of incorporation'): Buffer => pdfOf([text])
