/** Files for upload fields, like those of applicants. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

let largePhoto: Promise<Buffer> | undefined

/**
 * A photo like that of a phone: about 6 MB, 12 megapixels, stored on its side with EXIF orientation 6.
 * Its left half is dark, which is the upper half when it is upright.
 */
export async function phonePhoto(name = 'IMG_20261121.jpg'): Promise<ChosenFile> {
  largePhoto ??= drawPhoto()
  return { name, mimeType: 'image/jpeg', buffer: await largePhoto }
}

async function drawPhoto(): Promise<Buffer> {
  const [width, height] = [4032, 3024]
  const grain = { raw: { width: width / 2, height: height / 2, channels: 1 as const } }
  const light = await sharp(randomBytes((width * height) / 4), grain)
    .resize(width, height)
    .linear(0.45, 60)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shadow = await sharp({
    create: { width: width / 2, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.7 } },
  })
    .png()
    .toBuffer()
  return sharp(light.data, { raw: light.info })
    .composite([{ input: shadow, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Sagwan', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97 })
    .toBuffer()
}

export const smallJpeg = async (name: string, seed = 1): Promise<ChosenFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await jpegPhoto(seed, { width: 640, height: 480 }),
})

export const smallPng = async (name: string, seed = 1): Promise<ChosenFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await pngPhoto(seed, { width: 640, height: 480 }),
})

export const pdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: plainPdf(name),
})

/** A PDF above the limit of 10 MB. */
export const largePdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([plainPdf(), Buffer.alloc(10 * 1024 * 1024)]),
})

/** A web page that claims to be a photo. */
export const disguisedPage = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
})
