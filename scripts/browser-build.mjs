// Builds dist/web when a file it depends on has changed, and compresses it once instead of per request.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { lackedMemory } from './install-failure.mjs'
import { root, run, UserError } from './run.mjs'

const at = (...parts) => join(root, ...parts)
const target = at('dist', 'web')
const stamp = at('dist', 'web.stamp')
const next = at('dist', 'web.next')
const compressible = new Set([
  '.js',
  '.css',
  '.svg',
  '.json',
  '.txt',
  '.webmanifest',
  '.map',
  '.ico',
])
/** Bytes; smaller files are not compressed. */
const minimumSize = 1024

export function isBuilt() {
  try {
    return (
      fs.existsSync(join(target, 'index.html')) && fs.readFileSync(stamp, 'utf8') === fingerprint()
    )
  } catch {
    return false
  }
}

/** Builds into another folder and swaps it in at the end, so that a running portal always finds its files. */
export async function build(node, holder) {
  const built = fingerprint()
  const vite = [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  const { code, output } = await run(node, [...vite, '--outDir', next, '--emptyOutDir'], {
    env: { ...process.env, NODE_ENV: 'production' },
    started: holder.child,
  })
  if (code !== 0) {
    fs.rmSync(next, { recursive: true, force: true })
    if (lackedMemory(code, output))
      throw new UserError(
        'The browser side could not be built because this machine ran out of memory: 1 GB must be free; end other programs or add swap, and run the same command again.',
      )
    throw new UserError(
      `${output.trim()}\nThe browser side could not be built; the reason stands above.`,
    )
  }
  await precompress()
  fs.rmSync(stamp, { force: true })
  const old = at('dist', 'web.old')
  fs.rmSync(old, { recursive: true, force: true })
  if (fs.existsSync(target)) fs.renameSync(target, old)
  fs.renameSync(next, target)
  fs.rmSync(old, { recursive: true, force: true })
  fs.writeFileSync(stamp, built)
}

/** A hash of all files that the browser build reads. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources().sort())
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(at(file)))
      .update('\0')
  return hash.digest('hex')
}

function sources() {
  const inRoot = fs
    .readdirSync(root)
    .filter((name) =>
      /^(index\.html|vite\.config\.ts|package(-lock)?\.json|tsconfig.*\.json)$/.test(name),
    )
  const inSource = walk('src').filter(
    (file) =>
      /^src\/shared\/|^src\/features\/[^/]+\/[^/]+\.ts$|^src\/(.+\/)?web\//.test(file) &&
      !/\.test\.tsx?$/.test(file),
  )
  const guides = ['docs/secretary.md', 'docs/treasurer.md']
  const plugins = walk('scripts').filter((file) => /^scripts\/[^/]+\.ts$/.test(file))
  return [...inRoot, ...inSource, ...walk('public'), ...plugins, ...guides, ...walk('docs/images')]
}

function walk(folder) {
  if (!fs.existsSync(at(folder))) return []
  return fs.readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(path) : [path]
  })
}

/** Writes x.js.br and x.js.gz beside x.js, but not for index.html, which the server modifies. */
async function precompress() {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  const best = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }
  const files = walk('dist/web.next').filter((file) => compressible.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await fs.promises.readFile(at(file))
      if (bytes.length <= minimumSize) return
      await fs.promises.writeFile(at(`${file}.br`), await brotli(bytes, best))
      await fs.promises.writeFile(at(`${file}.gz`), await gzip(bytes, { level: 9 }))
    }),
  )
}
