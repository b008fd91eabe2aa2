/** Encodes an image again: upright, in sRGB, no larger than needed, without metadata. */
import { appendFile, rm, stat } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'
import { type FileKind, type FileType, maxBytes, tooLargeMessage } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { WorkQueue } from '../core/work-queue.ts'

const maxPixels = 40_000_000
const maxSide = 10_000
/** Decoded size: 40 million RGB pixels with 8 bits per channel, or half as many with 16. */
const maxDecodedBytes = 160_000_000
/** Bytes to count per channel: converting CMYK to sRGB is slow. */
const costOfColourSpace: Record<string, number> = { cmyk: 4 }
const processingTimeout = { seconds: 8 }

/** The longest side of the stored image, in pixels. */
const storedSide: Record<FileKind, number> = {
  memberPhoto: 1200,
  logo: 1200,
  incorporationCertificate: 3000,
  companyPanCard: 3000,
  factoryMachineryPhotos: 3000,
  businessCard: 3000,
  paymentScreenshot: 2000,
}
const smallSide = 320
/** The kinds with a small version. A secret kind must not be added: its content is stored only once. */
const kindsWithSmall: readonly FileKind[] = ['memberPhoto', 'logo', 'factoryMachineryPhotos']

/** Reads only the first frame of an animation. */
const readOptions: SharpOptions = {
  failOn: 'error',
  limitInputPixels: maxPixels,
  sequentialRead: true,
  pages: 1,
}

interface CleanImage {
  type: 'jpeg' | 'png'
  path: string
  size: number
  small: { path: string; size: number } | undefined
}

/** Writes the new image and its small version beside `path`, or throws a Refusal. */
export async function cleanImage(
  path: string,
  kind: FileKind,
  type: Exclude<FileType, 'pdf'>,
  queue: WorkQueue,
): Promise<CleanImage> {
  const clean = `${path}.clean`
  const small = `${path}.small`
  try {
    const { weight, isOpaque } = await readHeader(path, type)
    return await queue(weight, async () => {
      const write = (options?: SharpOptions) =>
        reencode(path, clean, { kind, type, isOpaque, options })
      const encodedType = await write().catch(async (error: unknown) => {
        if (!isWithoutEnd(error)) throw error
        await appendFile(path, endOfJpeg)
        // A JPEG that lacks only its end gives no warning; one that was cut off earlier does.
        return write({ failOn: 'warning' })
      })
      if (!kindsWithSmall.includes(kind))
        return { type: encodedType, ...(await withSize(clean)), small: undefined }
      await encode(scaled((await openSharp())(clean, readOptions), smallSide), encodedType).toFile(
        small,
      )
      return { type: encodedType, ...(await withSize(clean)), small: await withSize(small) }
    })
  } catch (error) {
    await rm(clean, { force: true })
    await rm(small, { force: true })
    throw toRefusal(error)
  }
}

const endOfJpeg = Buffer.from([0xff, 0xd9])
const isWithoutEnd = (error: unknown): boolean =>
  error instanceof Error && /premature end of JPEG image/i.test(error.message)

const withSize = async (path: string) => ({ path, size: (await stat(path)).size })

/** Checks the header, in milliseconds, before any pixel is decoded. */
async function readHeader(path: string, type: FileType) {
  const sharp = await openSharp()
  const { format, width, height, channels, depth, space, hasAlpha } = await sharp(path, {
    ...readOptions,
    limitInputPixels: false,
  }).metadata()
  if (format !== type) throw damaged()
  if (width * height > maxPixels || Math.max(width, height) > maxSide) throw tooManyPixels()
  const bytes = costOfColourSpace[space ?? ''] ?? (depth === 'uchar' ? 1 : 2)
  if (width * height * channels * bytes > maxDecodedBytes) throw tooDeep()
  return { weight: Math.ceil((width * height * bytes) / 1e6), isOpaque: !hasAlpha }
}

/** Returns the type written: a GIF becomes a PNG, and a PNG that would be too large a JPEG. */
async function reencode(
  path: string,
  target: string,
  {
    kind,
    type,
    isOpaque,
    options,
  }: {
    kind: FileKind
    type: Exclude<FileType, 'pdf'>
    isOpaque: boolean
    options: SharpOptions | undefined
  },
): Promise<'jpeg' | 'png'> {
  const sharp = await openSharp()
  const image = () =>
    scaled(sharp(path, { ...readOptions, ...options }).autoOrient(), storedSide[kind])
  const preferred = type === 'jpeg' ? 'jpeg' : 'png'
  const { size } = await encode(image(), preferred).toFile(target)
  if (size < maxBytes(kind)) return preferred
  if (preferred === 'jpeg' || !isOpaque) throw new Refusal('too-large', tooLargeMessage(kind))
  const smaller = await encode(image(), 'jpeg').toFile(target)
  if (smaller.size >= maxBytes(kind)) throw new Refusal('too-large', tooLargeMessage(kind))
  return 'jpeg'
}

const scaled = (image: Sharp, side: number): Sharp =>
  image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout(processingTimeout)

const encode = (image: Sharp, type: 'jpeg' | 'png'): Sharp =>
  type === 'jpeg' ? image.jpeg({ quality: 85 }) : image.png()

/**
 * A PNG that is `height` pixels high and at most `maxWidth` wide, with the whole image in it: a wider
 * one has transparent stripes above and below.
 */
export async function fitHeight(
  image: Buffer,
  { height, maxWidth }: { height: number; maxWidth: number },
): Promise<Buffer> {
  const sharp = await openSharp()
  const { data, info } = await sharp(image, readOptions)
    .resize({ width: maxWidth, height, fit: 'inside' })
    .toColourspace('srgb')
    .png()
    .toBuffer({ resolveWithObject: true })
  const missing = height - info.height
  if (missing === 0) return data
  const top = Math.floor(missing / 2)
  return sharp(data)
    .extend({ top, bottom: missing - top, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

const damaged = () => new Refusal('invalid', 'This image is damaged; please choose another')
const tooManyPixels = () =>
  new Refusal(
    'too-large',
    'This image is too large; please choose one of at most 40 megapixels and 10,000 pixels per side',
  )

const tooDeep = () =>
  new Refusal(
    'too-large',
    'This image is too large for its colour format; please save it as 8-bit RGB and try again',
  )

/** Maps errors of the image library to refusals; errors of the disk stay errors. */
function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if ('code' in error && 'syscall' in error) return error
  // libvips reports a full disk without a code; file-store.ts recognises it by this one.
  if (/no space left/i.test(error.message)) return Object.assign(error, { code: 'ENOSPC' })
  if (/pixel limit/i.test(error.message)) return tooManyPixels()
  if (/timeout/i.test(error.message))
    return new Refusal('invalid', 'This image takes too long to process; please choose another')
  return damaged()
}

let sharpModule: ReturnType<typeof loadSharp> | undefined
/** Loads sharp at the first image, because most starts of the portal need none. */
const openSharp = () => {
  sharpModule ??= loadSharp()
  return sharpModule
}

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'],
  })
  return sharp
}
