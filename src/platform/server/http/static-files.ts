/** Serves the browser build from memory: small, hashed and compressed at build time. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'hono'
import { acceptedEncoding } from './content-encoding.ts'
import { etagOf, matchesEtag } from './etag.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

interface StaticFile {
  type: string
  etag: string
  isImmutable: boolean
  plain: Uint8Array<ArrayBuffer>
  br: Uint8Array<ArrayBuffer> | undefined
  gzip: Uint8Array<ArrayBuffer> | undefined
}

export interface StaticFiles {
  /** The text of index.html; undefined when there is no build. */
  shell: string | undefined
  /** The response for a path of the build; undefined when there is no such file. */
  answer: (c: Context, path: string) => Response | undefined
}

/** Reads the folder into memory; a missing folder is an empty build. */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  const names = listFiles(folder)
  const existing = new Set(names)
  const read = (name: string) => Uint8Array.from(readFileSync(join(folder, name)))
  for (const name of names) {
    const type = types[extname(name)]
    if (type === undefined || name === 'index.html') continue
    const plain = read(name)
    files.set(`/${name}`, {
      type,
      etag: etagOf(plain),
      isImmutable: name.startsWith('assets/'),
      plain,
      br: existing.has(`${name}.br`) ? read(`${name}.br`) : undefined,
      gzip: existing.has(`${name}.gz`) ? read(`${name}.gz`) : undefined,
    })
  }
  return {
    shell: existing.has('index.html')
      ? readFileSync(join(folder, 'index.html'), 'utf8')
      : undefined,
    answer: (c, path) => {
      const file = files.get(path)
      return file && send(c, file)
    },
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    return []
  }
}

/** Chromium requests the icon again at every change of the address, such as each key in a search. */
const briefly = 'public, max-age=3600'

/** The build is compressed by these, the smaller one first. */
const buildEncodings = ['br', 'gzip'] as const

function send(c: Context, file: StaticFile): Response {
  c.header('Content-Type', file.type)
  c.header('ETag', file.etag)
  c.header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : briefly)
  if (file.br || file.gzip) c.header('Vary', 'Accept-Encoding')
  if (matchesEtag(c, file.etag)) return c.body(null, 304)
  const encoding = acceptedEncoding(
    c,
    buildEncodings.filter((name) => file[name]),
  )
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(file[encoding ?? 'plain'] ?? file.plain)
}
