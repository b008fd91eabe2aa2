// What an archive of the portal contains (docs/decisions/0076).
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar/fs'
import { browserSide, builtFiles, server } from './builds.mjs'
import { npm } from './prepare.mjs'
import { root, UserError } from './run.mjs'
import { startScript } from './start-script.mjs'

const at = (...parts) => join(root, ...parts)
const readJson = (path) => JSON.parse(fs.readFileSync(at(path), 'utf8'))

/** Writes the archive; the same checkout makes the same bytes. Its files are in the folder `name`. */
export async function packRelease(file, name, { cpu, madeAt }) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'portal-release-'))
  try {
    await writeRelease(folder, cpu)
    const sources = filesIn(folder).map((path) => ({
      type: 'file',
      source: join(folder, path),
      target: `${name}/${path}`,
      mtime: madeAt,
      mode: isExecutable(join(folder, path)) ? 0o755 : 0o644,
    }))
    fs.mkdirSync(dirname(file), { recursive: true })
    await pipeline(packTar(sources), createGzip({ level: 9 }), fs.createWriteStream(file))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const isExecutable = (path) => (fs.statSync(path).mode & 0o111) !== 0

/** Writes the files into an empty or new folder; both sides must be built. */
export async function writeRelease(folder, cpu = process.arch) {
  for (const path of ownFiles()) copy(path, folder)
  fs.writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`)
  fs.writeFileSync(join(folder, 'start'), startScript(''), { mode: 0o755 })
  await copyPackages(folder, cpu)
}

/** What was built of both sides, and what an operator needs. */
function ownFiles() {
  const pages = fs.readdirSync(at('docs')).filter((name) => name.endsWith('.md'))
  return [
    'README.md',
    'LICENSE',
    '.env.example',
    ...pages.map((name) => `docs/${name}`),
    ...filesIn(at('deploy')).map((path) => `deploy/${path}`),
    ...filesIn(at(browserSide.folder)).map((path) => `${browserSide.folder}/${path}`),
    ...builtFiles(server).map((path) => `${server.folder}/${path}`),
  ]
}

/** Nothing can be installed, built or tested there. */
function packageFile() {
  const { name, version, license, type } = readJson('package.json')
  const scripts = { start: 'exec ./start', portal: 'node_modules/node/bin/node dist/server/cli.js' }
  return { name, version, private: true, license, type, scripts }
}

/** Copies the production packages; those that another processor needs come from the registry. */
async function copyPackages(folder, cpu) {
  const target = { os: 'linux', cpu, libc: 'glibc' }
  for (const [path, entry] of Object.entries(readJson('package-lock.json').packages)) {
    if (path === '' || entry.dev || !isFor(entry, target)) continue
    if (fs.existsSync(at(path, 'package.json'))) copyPackage(path, folder)
    else if (entry.os) await fetchPackage(join(folder, path), nameOf(path), entry)
    else if (!entry.optional)
      throw new UserError(
        `The package ${nameOf(path)} is not installed: delete the folder node_modules and run the same command again.`,
      )
  }
  if (cpu === process.arch && process.platform === target.os) return
  const { version } = readJson('node_modules/node/package.json')
  const fetched = join(folder, 'node_modules', `node-linux-${cpu}`)
  await fetchPackage(fetched, basename(fetched), { version })
  fs.mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  fs.renameSync(join(fetched, 'bin/node'), join(folder, 'node_modules/node/bin/node'))
  fs.rmSync(fetched, { recursive: true })
}

const nameOf = (path) => path.replace(/^.*node_modules\//, '')

/** True when a package of the lock file is for this system; most are for all. */
const isFor = (entry, target) =>
  Object.entries(target).every(([key, value]) => !entry[key] || entry[key].includes(value))

/** Without the packages inside it, which have entries of their own. */
function copyPackage(path, folder) {
  for (const file of filesIn(at(path), ['node_modules']))
    if (!unusedFont.test(`${path}/${file}`)) copy(`${path}/${file}`, folder)
}

/** Documents have two weights (documents/font-files.ts); a package has nine, with a picture of each. */
const unusedFont = /@expo-google-fonts\/[^/]+\/(?:(?!400Regular\/|700Bold\/)[^/]+\/|.+\.png$)/

/** Downloads a package and checks it against the lock file. */
async function fetchPackage(folder, name, { version, integrity }) {
  const temporary = fs.mkdtempSync(join(tmpdir(), 'portal-package-'))
  try {
    const { code, output } = await npm([
      'pack',
      `${name}@${version}`,
      '--pack-destination',
      temporary,
    ])
    const [file] = fs.readdirSync(temporary)
    if (code !== 0 || !file)
      throw new UserError(
        `${name} ${version} could not be fetched from the npm registry:\n${output.trim()}`,
      )
    const bytes = fs.readFileSync(join(temporary, file))
    if (integrity && integrity !== `sha512-${createHash('sha512').update(bytes).digest('base64')}`)
      throw new UserError(
        `${name} ${version} of the npm registry is not the one of package-lock.json.`,
      )
    await pipeline(
      fs.createReadStream(join(temporary, file)),
      createGunzip(),
      unpackTar(folder, { strip: 1 }),
    )
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
}

function copy(path, folder) {
  fs.mkdirSync(dirname(join(folder, path)), { recursive: true })
  fs.copyFileSync(at(path), join(folder, path))
}

/** The paths of the files in a folder and below, in an order that no locale changes; links are left out. */
function filesIn(folder, without = []) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !without.includes(name))
    .flatMap((entry) => {
      if (entry.isDirectory())
        return filesIn(join(folder, entry.name), without).map((path) => `${entry.name}/${path}`)
      return entry.isFile() ? [entry.name] : []
    })
    .sort()
}
