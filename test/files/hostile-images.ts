/** Images that attack the decoder: too large, or damaged on purpose. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { gifPhoto, jpegPhoto } from './sample-files.ts'

export interface Sample {
  what: string
  name: string
  bytes: Buffer
  /** When false, the portal may also store a harmless version. */
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

/** Decompression bombs. */
export async function imageBombs(): Promise<Sample[]> {
  const progressive = (format: 'jpeg' | 'png') =>
    sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#123' } })
      .toFormat(format, { progressive: true })
      .toBuffer()
  const jpeg = await jpegPhoto()
  const sizeOffset = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  const jpegWithLargeSize = Buffer.from(jpeg)
  jpegWithLargeSize.writeUInt32BE(0xffdcffdc, sizeOffset)
  const largeGif = await gifPhoto()
  largeGif.writeUInt32LE(0xffffffff, 6)
  const largeFrame = Buffer.from(largeGif)
  largeFrame.writeUInt32LE(0xffffffff, largeFrame.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5)
  const compressed = deflateSync(Buffer.alloc(20_000_000))
  const profile = Buffer.concat([Buffer.from('a\0\0'), compressed])
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
    sample('PNG of 256 megapixels', 'a.png', pngWithSize(16_000, 16_000), true),
    sample('PNG with a false size', 'a.png', pngWithSize(2 ** 31 - 1, 2 ** 31 - 1), true),
    sample('PNG of 10,001 by 1', 'a.png', pngWithSize(10_001, 1), true),
    sample('PNG of 0 by 0', 'a.png', pngWithSize(0, 0), true),
    sample('JPEG with a false size', 'a.jpg', jpegWithLargeSize, true),
    // The decoder uses the size of the first frame, not of the logical screen.
    sample('GIF with a false screen size', 'a.gif', largeGif, false),
    sample('GIF with a false frame size', 'a.gif', largeFrame, true),
    sample('PNG of slightly more than 40 megapixels', 'a.png', pngWithSize(6401, 6250), true),
    sample(
      'PNG with a compressed bomb as profile',
      'a.png',
      pngWithSize(99, 99, { chunks: [chunk('iCCP', profile)] }),
      false,
    ),
    sample(
      'PNG with a compressed bomb as text',
      'a.png',
      pngWithSize(99, 99, { chunks: [chunk('zTXt', profile)] }),
      false,
    ),
    sample('GIF of 10,000 frames', 'a.gif', frames, false),
    sample('large progressive JPEG', 'a.jpg', await progressive('jpeg'), false),
    sample('large interlaced PNG', 'a.png', await progressive('png'), false),
    sample('file above the size limit', 'a.jpg', Buffer.alloc(11 * 1024 * 1024, 0xff), true),
  ]
}

/** A chunk of a PNG with its checksum. */
export function chunk(name: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(content as string)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface PngOptions {
  bits?: 8 | 16
  /** 2: RGB; 6: RGBA. */
  colour?: 2 | 6
  chunks?: readonly Buffer[]
}

/** A PNG whose header states this size, regardless of its pixels. */
export function pngWithSize(
  width: number,
  height: number,
  { bits = 8, colour = 2, chunks = [] }: PngOptions = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour], 8)
  const begin = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100_000)))
  return Buffer.concat([begin, chunk('IHDR', header), ...chunks, pixels, chunk('IEND', '')])
}
