/** Draws a picture anew: upright, in sRGB, no larger than it is shown, nothing in it but pixels. */
import { rm, stat } from 'node:fs/promises'
import type { Sharp, SharpOptions } from 'sharp'
import { type FileKind, type FileType, maxBytes, tooLargeMessage } from '#shared/file-kinds.ts'
import { Refusal } from '#shared/refusal.ts'
import type { WorkQueue } from '../work-queue.ts'

const mostPixels = 40_000_000
const longestSide = 10_000
/** For 40 million pixels of RGB with 8 bits; with 16 there may be half as many. */
const mostBytes = 160_000_000
/** Colours of a printing house take long to turn into those of a screen. */
const costOf: Record<string, number> = { cmyk: 4 }
const longestWork = { seconds: 8 }

/** The longest side of what is kept, in pixels. */
const sideOf: Record<FileKind, number> = {
  memberPhoto: 1200,
  logo: 1200,
  incorporationCertificate: 3000,
  companyPanCard: 3000,
  factoryMachineryPhotos: 3000,
  businessCard: 3000,
}
const smallSide = 320
/** Never of a secret kind: its bytes lie in one place only. */
const hasSmall: readonly FileKind[] = ['memberPhoto', 'logo', 'factoryMachineryPhotos']

/** Animations keep their first picture only. */
const reading: SharpOptions = {
  failOn: 'error',
  limitInputPixels: mostPixels,
  sequentialRead: true,
  pages: 1,
}

export interface CleanImage {
  type: 'jpeg' | 'png'
  path: string
  size: number
  smallPath: string | undefined
}

/** Writes the new picture and its small version beside `path`, or refuses in words. */
export async function cleanImage(
  path: string,
  kind: FileKind,
  type: Exclude<FileType, 'pdf'>,
  turns: WorkQueue,
): Promise<CleanImage> {
  const clean = `${path}.clean`
  const small = `${path}.small`
  try {
    const { weight, isOpaque } = await turns(1, () => readHeader(path, type))
    return await turns(weight, async () => {
      const made = await draw(path, clean, kind, type, isOpaque)
      if (!hasSmall.includes(kind))
        return { type: made, ...(await sized(clean)), smallPath: undefined }
      await encode(scaled((await openSharp())(clean, reading), smallSide), made).toFile(small)
      return { type: made, ...(await sized(clean)), smallPath: small }
    })
  } catch (error) {
    await rm(clean, { force: true })
    await rm(small, { force: true })
    throw inWords(error)
  }
}

const sized = async (path: string) => ({ path, size: (await stat(path)).size })

/** What is known before a single pixel is decoded. */
async function readHeader(path: string, type: FileType) {
  const sharp = await openSharp()
  const { format, width, height, channels, depth, space, hasAlpha } = await sharp(path, {
    ...reading,
    limitInputPixels: false,
  }).metadata()
  if (format !== type) throw damaged()
  if (width * height > mostPixels || Math.max(width, height) > longestSide) throw tooManyPixels()
  const bytes = costOf[space ?? ''] ?? (depth === 'uchar' ? 1 : 2)
  if (width * height * channels * bytes > mostBytes) throw tooDeep()
  return { weight: Math.ceil((width * height * bytes) / 1e6), isOpaque: !hasAlpha }
}

/** Answers the type of what was written: a GIF is kept as PNG, a PNG of a photo as JPEG if need be. */
async function draw(
  path: string,
  target: string,
  kind: FileKind,
  type: Exclude<FileType, 'pdf'>,
  isOpaque: boolean,
): Promise<'jpeg' | 'png'> {
  const sharp = await openSharp()
  const picture = () => scaled(sharp(path, reading).autoOrient(), sideOf[kind])
  const wanted = type === 'jpeg' ? 'jpeg' : 'png'
  const { size } = await encode(picture(), wanted).toFile(target)
  if (size < maxBytes(kind)) return wanted
  if (wanted === 'jpeg' || !isOpaque) throw new Refusal('too-large', tooLargeMessage(kind))
  const smaller = await encode(picture(), 'jpeg').toFile(target)
  if (smaller.size >= maxBytes(kind)) throw new Refusal('too-large', tooLargeMessage(kind))
  return 'jpeg'
}

const scaled = (picture: Sharp, side: number): Sharp =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout(longestWork)

const encode = (picture: Sharp, type: 'jpeg' | 'png'): Sharp =>
  type === 'jpeg' ? picture.jpeg({ quality: 85 }) : picture.png()

const damaged = () => new Refusal('invalid', 'This picture is damaged; please choose another')
const tooManyPixels = () =>
  new Refusal(
    'too-large',
    'This picture has too many pixels; please choose one of at most 40 megapixels and 10,000 pixels a side',
  )

const tooDeep = () =>
  new Refusal(
    'too-large',
    'This picture has too many pixels for its colours; please save it in RGB with 8 bits and choose that',
  )

/** The library says in plain errors what it could not read; errors of the disk stay what they are. */
function inWords(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if ('code' in error && 'syscall' in error) return error
  // The disk's own word, so that the store can tell it.
  if (/no space left/i.test(error.message)) return Object.assign(error, { code: 'ENOSPC' })
  if (/pixel limit/i.test(error.message)) return tooManyPixels()
  if (/timeout/i.test(error.message))
    return new Refusal('invalid', 'This picture takes too long to read; please choose another')
  return damaged()
}

let opening: ReturnType<typeof open> | undefined
/** Loaded at the first picture: most starts of the portal need none. */
const openSharp = () => {
  opening ??= open()
  return opening
}

async function open() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'],
  })
  return sharp
}
