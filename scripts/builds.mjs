// Builds the two sides in dist when a file they depend on has changed: the browser side and the server.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { lackedMemory } from './install-failure.mjs'
import { root, run, UserError } from './run.mjs'

const at = (...parts) => join(root, ...parts)
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

export const browserSide = {
  name: 'browser side',
  folder: 'dist/web',
  main: 'index.html',
  sources: browserSources,
  program: (next) => [
    'node_modules/vite/bin/vite.js',
    ...['build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'],
  ],
  finish: precompress,
}

export const server = {
  name: 'server',
  folder: 'dist/server',
  main: 'main.js',
  sources: serverSources,
  program: (next) => ['scripts/server-bundle.mjs', next],
  finish: keepFilesOfRunning,
}

export const sides = [browserSide, server]

export function isBuilt(side) {
  return fs.existsSync(at(side.folder, side.main)) && stampOf(side)?.sources === fingerprint(side)
}

/** The names of the files that the last build of a side made, in its folder. */
export const builtFiles = (side) => stampOf(side).files

/** Builds into another folder and swaps it in at the end, so that a running portal always finds its files. */
export async function build(side, node, holder) {
  const { name, folder, program, finish } = side
  const built = fingerprint(side)
  const next = at(`${folder}.next`)
  fs.rmSync(next, { recursive: true, force: true })
  const { code, output } = await run(node, program(next), {
    env: { ...process.env, NODE_ENV: 'production' },
    started: holder.child,
  })
  if (code !== 0) {
    fs.rmSync(next, { recursive: true, force: true })
    if (lackedMemory(code, output))
      throw new UserError(
        `The ${name} could not be built because this machine ran out of memory: 1 GB must be free; end other programs or add swap, and run the same command again.`,
      )
    throw new UserError(
      `${output.trim()}\nThe ${name} could not be built; the reason stands above.`,
    )
  }
  const files = walk(`${folder}.next`).map((path) => path.slice(`${folder}.next/`.length))
  await finish(next, files)
  fs.rmSync(stampFile(side), { force: true })
  const old = at(`${folder}.old`)
  fs.rmSync(old, { recursive: true, force: true })
  if (fs.existsSync(at(folder))) fs.renameSync(at(folder), old)
  fs.renameSync(next, at(folder))
  fs.rmSync(old, { recursive: true, force: true })
  fs.writeFileSync(stampFile(side), JSON.stringify({ sources: built, files }))
}

const stampFile = ({ folder }) => at(`${folder}.stamp`)

function stampOf(side) {
  try {
    return JSON.parse(fs.readFileSync(stampFile(side), 'utf8'))
  } catch {
    return undefined
  }
}

/** A hash of all files that the build of a side reads. */
function fingerprint(side) {
  const hash = createHash('sha256')
  for (const file of side.sources().sort())
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(at(file)))
      .update('\0')
  return hash.digest('hex')
}

function browserSources() {
  const inRoot = fs
    .readdirSync(root)
    .filter((name) =>
      /^(index\.html|vite\.config\.ts|package(-lock)?\.json|tsconfig.*\.json)$/.test(name),
    )
  const inSource = walk('src').filter((file) => !/\/server\/|\.test\.tsx?$/.test(file))
  const guides = ['docs/secretary.md', 'docs/treasurer.md', 'docs/accountant.md']
  const plugins = walk('scripts').filter((file) => /^scripts\/[^/]+\.ts$/.test(file))
  return [...inRoot, ...inSource, ...walk('public'), ...plugins, ...guides, ...walk('docs/images')]
}

function serverSources() {
  const inSource = walk('src').filter((file) => !/(^|\/)web\/|\.(test\.ts|tsx)$/.test(file))
  return ['package.json', 'package-lock.json', 'scripts/server-bundle.mjs', ...inSource]
}

function walk(folder) {
  if (!fs.existsSync(at(folder))) return []
  return fs.readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(path) : [path]
  })
}

/** Writes x.js.br and x.js.gz beside x.js, but not for index.html, which the server modifies. */
async function precompress(next, files) {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  const best = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    files
      .filter((file) => compressible.has(extname(file)))
      .map(async (file) => {
        const bytes = await fs.promises.readFile(join(next, file))
        if (bytes.length <= minimumSize) return
        await fs.promises.writeFile(join(next, `${file}.br`), await brotli(bytes, best))
        await fs.promises.writeFile(join(next, `${file}.gz`), await gzip(bytes, { level: 9 }))
      }),
  )
}

/** A running portal starts threads later, so the files of its build stay beside the new ones. */
function keepFilesOfRunning(next, files) {
  for (const file of stampOf(server)?.files ?? [])
    if (!files.includes(file) && fs.existsSync(at(server.folder, file)))
      fs.renameSync(at(server.folder, file), join(next, file))
}
