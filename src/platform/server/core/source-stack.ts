/**
 * Rewrites stack traces of the bundled server to name source files. Node's own support reads all source maps at the
 * start, which costs 45 MB; here a map is read when an error from its file is shown.
 */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Caches the maps, because errors often repeat; with weak references, because a map is large. */
const maps = new Map<string, WeakRef<SourceMap>>()

/** The source map of a file; undefined for a file without one, such as a file of a package. */
function mapOf(url: string): SourceMap | undefined {
  const remembered = maps.get(url)?.deref()
  if (remembered) return remembered
  try {
    const map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
    maps.set(url, new WeakRef(map))
    return map
  } catch {
    return undefined
  }
}

/** The same stack trace, with positions such as src/app/server/main.ts:37:5. */
export const sourceStack = (stack: string): string =>
  stack.replaceAll(
    /(file:\/\/\S+?\.js):(\d+):(\d+)/g,
    (position: string, url: string, line: string, column: string) => {
      const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (!entry || !('originalSource' in entry)) return position
      const { originalSource, originalLine, originalColumn } = entry
      // A source is named from the folder of the bundle, dist/server.
      const file = join('dist/server', originalSource)
      return `${file}:${originalLine + 1}:${originalColumn + 1}`
    },
  )

/** For an error that ends a program: Node prints its stack and those of its causes. */
export function withSourceStack(error: unknown): unknown {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one.stack !== undefined) one.stack = sourceStack(one.stack)
  return error
}
