/** Photos like those of phones: rotated by their metadata, with a location and other metadata. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Contained in all metadata, which must not be stored. */
export const secretMarker = 'SECRET-18.5204N-73.8567E'
const [width, height] = [96, 64]
/** Top left, top right, bottom left, bottom right. */
const corners = [
  [220, 30, 30],
  [30, 200, 30],
  [30, 30, 220],
  [240, 240, 240],
]

export const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const
export type Orientation = (typeof orientations)[number]

/** A JPEG or PNG that is upright when rotated by the orientation in its metadata. */
export async function photoOf(type: 'jpeg' | 'png', orientation: Orientation): Promise<Buffer> {
  const side = orientation > 4 ? { width: height, height: width } : { width, height }
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] = storedPosition(orientation, x, y)
      const corner = corners[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? []
      pixels.set(corner, (sy * side.width + sx) * 3)
    }
  const picture = sharp(pixels, { raw: { ...side, channels: 3 } })
  if (type === 'png') return withChunks(await picture.png().toBuffer(), orientation)
  return withSegments(await picture.jpeg({ quality: 95 }).toBuffer(), orientation)
}

/** Where the stored picture has a point of the upright one (Exif 2.3, 4.6.4 A). */
function storedPosition(orientation: Orientation, x: number, y: number): [number, number] {
  const [right, bottom] = [width - 1 - x, height - 1 - y]
  const points: Record<Orientation, [number, number]> = {
    1: [x, y],
    2: [right, y],
    3: [right, bottom],
    4: [x, bottom],
    5: [y, x],
    6: [y, right],
    7: [bottom, right],
    8: [bottom, x],
  }
  return points[orientation]
}

/** True when each corner has its colour. */
export async function isUpright(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (Math.abs(info.width / info.height - width / height) > 0.05) return false
  return corners.every((corner, index) => {
    const x = Math.floor(info.width * (index % 2 === 0 ? 0.25 : 0.75))
    const y = Math.floor(info.height * (index < 2 ? 0.25 : 0.75))
    const at = (y * info.width + x) * info.channels
    return corner.every((value, channel) => Math.abs(value - (data[at + channel] ?? -99)) < 25)
  })
}

/** The metadata segments of a JPEG or chunks of a PNG; empty when there are none. */
export function metadataIn(bytes: Buffer): string[] {
  const marker = bytes.includes(secretMarker) ? ['the secret marker'] : []
  return [...marker, ...(bytes[0] === 0xff ? segmentsOf(bytes) : chunksOf(bytes))]
}

function segmentsOf(bytes: Buffer): string[] {
  const metadata: string[] = []
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker === 0xffda) return metadata
    const isApplication = marker >= 0xffe0 && marker <= 0xffef
    const isJfif = marker === 0xffe0 && bytes.toString('latin1', at + 4, at + 8) === 'JFIF'
    if ((isApplication && !isJfif) || marker === 0xfffe) metadata.push(marker.toString(16))
  }
  return [...metadata, 'no end']
}

const plainChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs']

function chunksOf(bytes: Buffer): string[] {
  const metadata: string[] = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (!plainChunks.includes(name)) metadata.push(name)
  }
  return metadata
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${secretMarker}</rdf:RDF></x:xmpmeta>`

function withSegments(jpeg: Buffer, orientation: Orientation): Buffer {
  const segment = (marker: number, ...content: (Buffer | string)[]) => {
    const body = Buffer.concat(content.map((part) => Buffer.from(part as string)))
    const head = Buffer.alloc(4)
    head.writeUInt16BE(0xff00 + marker, 0)
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const iptc = Buffer.concat([
    Buffer.from([0x1c, 2, 120, 0, secretMarker.length]),
    Buffer.from(secretMarker),
  ])
  const size = Buffer.from([0, 0, 0, iptc.length])
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, 'Exif\0\0', exif(orientation)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
    segment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0', size, iptc),
    segment(0xfe, secretMarker),
    jpeg.subarray(2),
    Buffer.from(secretMarker),
  ])
}

function withChunks(png: Buffer, orientation: Orientation): Buffer {
  const chunk = (name: string, ...content: (Buffer | string)[]) => {
    const body = Buffer.concat([name, ...content].map((part) => Buffer.from(part as string)))
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length - 4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const afterHeader = 8 + 25
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('eXIf', exif(orientation)),
    chunk('tEXt', `Comment\0${secretMarker}`),
    chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`),
    png.subarray(afterHeader),
    Buffer.from(secretMarker),
  ])
}

/** Exif data (big-endian TIFF): orientation, maker and location. */
function exif(orientation: Orientation): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16BE(tag, 0)
    head.writeUInt16BE(type, 2)
    head.writeUInt32BE(count, 4)
    return Buffer.concat([head, value])
  }
  const long = (value: number) => Buffer.from([0, 0, value >> 8, value & 255])
  const short = (value: number) => Buffer.from([0, value, 0, 0])
  const begin = Buffer.from('MM\0\x2a\0\0\0\x08', 'latin1')
  const [gpsAt, makerAt] = [50, 98]
  const placeAt = makerAt + secretMarker.length
  return Buffer.concat([
    begin,
    Buffer.from([0, 3]),
    entry(0x010f, 2, secretMarker.length, long(makerAt)),
    entry(0x0112, 3, 1, short(orientation)),
    entry(0x8825, 4, 1, long(gpsAt)),
    long(0),
    Buffer.from([0, 3]),
    entry(1, 2, 2, Buffer.from('N\0\0\0')),
    entry(2, 5, 3, long(placeAt)),
    entry(3, 2, 2, Buffer.from('E\0\0\0')),
    long(0),
    Buffer.alloc(makerAt - gpsAt - 2 - 36 - 4),
    Buffer.from(secretMarker),
    ...[18, 31, 13].flatMap((part) => [long(part), long(1)]),
  ])
}
