/** Most clients read an answer only when they have sent everything. */
import type { Readable } from 'node:stream'

const mostBytes = 64 * 1024 * 1024
const longest = 8000

/**
 * Lets the rest of a body come and go, within bounds; true when it is over. Otherwise the
 * connection is of no more use.
 */
export function drainBody(source: Readable): Promise<boolean> {
  if (source.destroyed || source.readableEnded) return Promise.resolve(source.readableEnded)
  return new Promise((resolve) => {
    let size = 0
    const stop = (isOver: boolean) => {
      clearTimeout(timer)
      source.pause()
      resolve(isOver)
    }
    const timer = setTimeout(() => stop(false), longest)
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) stop(false)
    })
    source.once('end', () => stop(true)).once('close', () => stop(source.readableEnded))
    source.resume()
  })
}
