import { Readable } from 'node:stream'

/** Converts a byte stream of Node to a web stream. Node's types do not say that the web stream has bytes. */
export const webStream = (bytes: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(bytes) as ReadableStream<Uint8Array>

/** The chunks as they are read; texts are written in UTF-8. */
export const streamOfChunks = (
  chunks: AsyncIterable<string | Uint8Array>,
): ReadableStream<Uint8Array> => webStream(Readable.from(chunks, { objectMode: false }))
