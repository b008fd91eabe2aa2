// The packages that run: on the server, and in the browser. Read from package-lock.json and the imports of src.
import fs from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../house-pages.mjs'

/** Fonts that the browser side has, which no package contains. */
const fonts = [
  { name: 'Inter', licence: 'OFL-1.1', file: 'src/platform/web/fonts/inter-LICENSE.txt' },
  {
    name: 'Noto Sans Devanagari',
    licence: 'OFL-1.1',
    file: 'src/platform/web/fonts/noto-sans-devanagari-LICENSE.txt',
  },
]

/** Licences of packages whose package.json names none, as their LICENSE files have them. */
const undeclaredLicences = { 'png-js': 'MIT' }

/**
 * Every package of server and browser, and the fonts, sorted by name, as { name, version, licence, runsOn }. What src
 * imports of the packages that the server does not depend on is in the browser.
 */
export function shippedPackages(folder) {
  const { packages } = JSON.parse(fs.readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const imported = importedPackages(folder)
  const { devDependencies } = packages['']
  const browserNames = Object.keys(devDependencies).filter((name) => imported.has(name))
  const inBrowser = closure(packages, browserNames)
  const rows = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: nameOf(path),
      version: entry.version,
      licence: entry.license ?? undeclaredLicences[nameOf(path)] ?? 'none',
      runsOn: [!entry.dev && 'server', inBrowser.has(path) && 'browser'].filter(Boolean).join(', '),
    }))
    .filter(({ runsOn }) => runsOn !== '')
  const unique = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]))
  const shipped = [...unique.values(), ...fonts.map((font) => fontRow(folder, font))]
  return shipped.sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** A font whose licence file is missing has no licence. */
function fontRow(folder, { name, licence, file }) {
  const path = join(folder, file)
  const isOfl =
    fs.existsSync(path) && fs.readFileSync(path, 'utf8').includes('SIL Open Font License')
  return { name, version: 'font', licence: isOfl ? licence : 'none', runsOn: 'browser' }
}

/** The names of packages that the code of src imports; tests do not count. */
function importedPackages(folder) {
  const files = listFiles(folder, 'src').filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const specifiers = files.flatMap((file) =>
    [
      ...fs
        .readFileSync(join(folder, file), 'utf8')
        .matchAll(/(?:\bfrom |\bimport |\bimport\(|@import )'([^'.#/][^']*)'/g),
    ].map(([, specifier]) => specifier),
  )
  return new Set(
    specifiers.map((specifier) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier),
  )
}

/** The lock-file paths of these packages and of everything they depend on. */
function closure(packages, names) {
  const found = new Set()
  const visit = (path) => {
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const other of dependenciesOf(packages, path)) visit(other)
  }
  for (const name of names) visit(resolve(packages, '', name))
  return found
}

/** The lock-file paths of what the package at `path` depends on. */
const dependenciesOf = (packages, path) =>
  Object.keys({ ...packages[path].dependencies, ...packages[path].optionalDependencies })
    .map((name) => resolve(packages, path, name))
    .filter((other) => other !== undefined)

/** The name of the package at a path of the lock file. */
const nameOf = (path) => path.replace(/^.*node_modules\//, '')

/** Where Node finds the package: in the nearest node_modules above. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}
