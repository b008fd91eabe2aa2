/** Pictures made to break whoever opens them. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { gifPhoto, jpegPhoto } from './sample-files.ts'

export interface Sample {
  what: string
  name: string
  bytes: Buffer
  /** Otherwise it may be kept, if it is made harmless. */
  mustRefuse: boolean
}

export const sample = (
  what: string,
  name: string,
  bytes: Buffer | string,
  mustRefuse: boolean,
): Sample => ({
  what,
  name,
  bytes: Buffer.from(bytes as string),
  mustRefuse,
})

/** Pictures that are larger than they look; drawn in full only where that is asked for. */
export async function bombs(full: boolean): Promise<Sample[]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' }, limitInputPixels: false })
  const large: [number, number] = full ? [8000, 5000] : [2000, 1500]
  const progressive = (format: 'jpeg' | 'png') =>
    flat(...large)
      .toFormat(format, { progressive: true })
      .toBuffer()
  const largeJpeg = await jpegPhoto()
  const sides = largeJpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  const claiming = Buffer.from(largeJpeg)
  claiming.writeUInt32BE(0xffdcffdc, sides)
  const largeGif = await gifPhoto()
  largeGif.writeUInt32LE(0xffffffff, 6)
  const largeFrame = Buffer.from(largeGif)
  largeFrame.writeUInt32LE(0xffffffff, largeFrame.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5)
  const swollen = deflateSync(Buffer.alloc(20_000_000))
  const profile = Buffer.concat([Buffer.from('a\0\0'), swollen])
  const frame = Buffer.from(
    '21f904000a0000002c00000000010001000002024401 00'.replace(' ', ''),
    'hex',
  )
  const frames = Buffer.concat([
    Buffer.from('474946383961010001008000 00000000ffffff'.replace(' ', ''), 'hex'),
    ...Array<Buffer>(10_000).fill(frame),
    Buffer.from(';'),
  ])
  return [
    sample(
      'PNG of 256 megapixels',
      'a.png',
      full ? await flat(16_000, 16_000).png().toBuffer() : pngClaiming(16_000, 16_000),
      true,
    ),
    sample('PNG that says it is larger', 'a.png', pngClaiming(2 ** 31 - 1, 2 ** 31 - 1), true),
    sample('PNG of 10,001 by 1', 'a.png', pngClaiming(10_001, 1), true),
    sample('PNG of no side', 'a.png', pngClaiming(0, 0), true),
    sample('JPEG that says it is larger', 'a.jpg', claiming, true),
    // Its reader believes the first picture, not the screen.
    sample('GIF whose screen is larger', 'a.gif', largeGif, false),
    sample('GIF that says it is larger', 'a.gif', largeFrame, true),
    sample('PNG of a little more than 40 megapixels', 'a.png', pngClaiming(6401, 6250), true),
    sample(
      'PNG with a packed profile',
      'a.png',
      pngClaiming(99, 99, { chunks: [chunk('iCCP', profile)] }),
      false,
    ),
    sample(
      'PNG with a packed text',
      'a.png',
      pngClaiming(99, 99, { chunks: [chunk('zTXt', profile)] }),
      false,
    ),
    sample('GIF of 10,000 pictures', 'a.gif', frames, false),
    sample('JPEG of many pixels, in many passes', 'a.jpg', await progressive('jpeg'), false),
    sample('PNG of many pixels, interlaced', 'a.png', await progressive('png'), false),
    sample('too many bytes', 'a.jpg', Buffer.alloc(11 * 1024 * 1024, 0xff), true),
  ]
}

/** A part of a PNG, with its name and checksum. */
export function chunk(name: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(content as string)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface Claims {
  bits?: 8 | 16
  /** 2: red, green, blue; 6: and how solid it is. */
  colour?: 2 | 6
  chunks?: readonly Buffer[]
}

/** A PNG that says how large it is, with a few bytes of pixels. */
export function pngClaiming(
  width: number,
  height: number,
  { bits = 8, colour = 2, chunks = [] }: Claims = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour], 8)
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100_000)))
  return Buffer.concat([begin, chunk('IHDR', header), ...chunks, pixels, chunk('IEND', '')])
}
