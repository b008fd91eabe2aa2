/** The encodings in which answers are sent, and their compression. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context } from 'hono'

export const encodings = ['zstd', 'br', 'gzip'] as const
export type ContentEncoding = (typeof encodings)[number]

/** A shorter answer fits into one packet anyway. */
export const minCompressed = 1024

/** The first of the encodings that the client accepts. */
export function acceptedEncoding<Available extends ContentEncoding>(
  c: Context,
  available: readonly Available[],
): Available | undefined {
  const accepted = (c.req.header('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return available.find((encoding) => accepted.includes(encoding))
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants
const zstd = { params: { [ZSTD_c_compressionLevel]: 3 } }
const br = { params: { [BROTLI_PARAM_QUALITY]: 1 } }
const gzip = { level: 1 }

const [zstdCompress, brotliCompress, gzipCompress] = [
  promisify<Uint8Array, zlib.ZstdOptions, Buffer<ArrayBuffer>>(zlib.zstdCompress),
  promisify<Uint8Array, zlib.BrotliOptions, Buffer<ArrayBuffer>>(zlib.brotliCompress),
  promisify<Uint8Array, zlib.ZlibOptions, Buffer<ArrayBuffer>>(zlib.gzip),
]

/** Compresses at the fastest level: a higher one takes longer than the query of a list. */
export function compress(
  text: Uint8Array,
  encoding: ContentEncoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'zstd') return zstdCompress(text, zstd)
  return encoding === 'br' ? brotliCompress(text, br) : gzipCompress(text, gzip)
}

const chunkSize = 64 * 1024

/** A stream that compresses as `compress` does. */
export function compressor(encoding: ContentEncoding): Transform {
  if (encoding === 'zstd') return zlib.createZstdCompress({ ...zstd, chunkSize })
  if (encoding === 'br') return zlib.createBrotliCompress({ ...br, chunkSize })
  return zlib.createGzip({ ...gzip, chunkSize })
}
