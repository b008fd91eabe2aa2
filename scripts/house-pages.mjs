// House rules about text: files, scripts and names that pages name exist, and so do all citations.
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { documentViolations, retiredDecisions } from './house-documents.mjs'

const contractPage = 'docs/contract.md'
const drillsFile = 'test/drills/run.ts'
const requirementsPage = 'docs/security-asvs.md'

const generatedFolders = ['node_modules', 'dist', 'data', '.cache', '.git']

/** Violations in the pages of a checkout and in the citations of its files, as { rule, file, text }. */
export function pageViolations(folder) {
  const pages = [
    ...fs.readdirSync(folder).filter((name) => name.endsWith('.md')),
    ...listFiles(folder, 'docs').filter((file) => file.endsWith('.md')),
  ]
  const code = ['src', 'test', 'scripts']
    .flatMap((path) => listFiles(folder, path))
    .filter((file) => /\.(tsx?|[cm]?js|css|html)$/.test(file))
  const sections = sectionsOf(folder)
  const decisions = new Set([
    ...listFiles(folder, 'docs/decisions').map((file) =>
      Number.parseInt(file.split('/').at(-1), 10),
    ),
    ...retiredDecisions(folder).superseded,
  ])
  return [
    ...requirements(folder),
    ...documentViolations(folder, { pages, files: sourceFiles(folder) }),
    ...pages.flatMap((page) => inPage(folder, page)),
    ...[...pages, ...code].flatMap((file) =>
      citations(file, fs.readFileSync(join(folder, file), 'utf8'), { sections, decisions }),
    ),
  ]
}

/** Every file below `path`, relative to `folder`. */
export function listFiles(folder, path) {
  if (!fs.existsSync(join(folder, path))) return []
  return fs.readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const file = `${path}/${entry.name}`
    return entry.isDirectory() ? listFiles(folder, file) : [file]
  })
}

/** Every file of a checkout that git would have, relative to it. */
const sourceFiles = (folder) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !generatedFolders.includes(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(folder, entry.name) : [entry.name]))

/**
 * The numbers of the contract's headings: '### 4.2 Application', or '**4.4 Active
 * and deleted.**' before a single paragraph.
 */
function sectionsOf(folder) {
  const path = join(folder, contractPage)
  if (!fs.existsSync(path)) return new Set()
  const headings = fs.readFileSync(path, 'utf8').matchAll(/^(?:#{2,4} |\*\*)(\d+(?:\.\d+)*)\.? /gm)
  return new Set([...headings].map(([, number]) => number))
}

/** Cited sections ('contract 4.2') and decisions ('decision 12') must exist. */
function citations(file, text, { sections, decisions }) {
  // A citation may continue on the next line of a comment.
  const flat = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#(?!#))?\s*/g, ' ')
  const lists = flat.matchAll(/\bcontract (\d+(?:\.\d+)*(?:(?:, | and |, and )\d+(?:\.\d+)*)*)/gi)
  const cited = [...lists].flatMap(([, list]) => list.match(/\d+(?:\.\d+)*/g))
  return [
    ...cited
      .filter((number) => !sections.has(number))
      .map((number) => ({
        rule: 'citations',
        file,
        text: `cites contract ${number}, which is not a heading of ${contractPage}`,
      })),
    ...[...flat.matchAll(/\bdecision (\d+)\b/gi)]
      .filter(([, number]) => !decisions.has(Number(number)))
      .map(([cited]) => ({
        rule: 'citations',
        file,
        text: `cites ${cited}, which is not in docs/decisions`,
      })),
  ]
}

/** Each requirement is in one row, a row has a known state and evidence, and the sums of the page are right. */
function requirements(folder) {
  if (!fs.existsSync(join(folder, requirementsPage))) return []
  const text = fs.readFileSync(join(folder, requirementsPage), 'utf8')
  const report = (what) => ({ rule: 'requirements', file: requirementsPage, text: what })
  const rows = [
    ...text.matchAll(/^\| (\d+\.\d+\.\d+[\d., ]*) \| [^|]+ \| [^|]+ \| ([^|]+) \| (.+) \|$/gm),
  ]
  const ids = rows.flatMap(([, list]) => list.split(', '))
  const evidence = /`[^`]+`|\bcontract \d|\]\(/
  const counts = new Map()
  for (const [, list, state] of rows)
    counts.set(state, (counts.get(state) ?? 0) + list.split(', ').length)
  counts.set('all', ids.length)
  const sums = [...text.matchAll(/^\| ([a-z ]+) \| \d+ \| \d+ \| (\d+) \|$/gm)]
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => report(`has ${id} twice`)),
    ...rows
      .filter(([, , state, shown]) => /^(met|partly|not met)$/.test(state) && !evidence.test(shown))
      .map(([, list]) => report(`has no evidence for ${list}`)),
    ...[...counts]
      .filter(
        ([state, count]) => !sums.some(([, name, sum]) => name === state && Number(sum) === count),
      )
      .map(([state, count]) => report(`has ${count} times '${state}', which is not in its sums`)),
  ]
}

/** The drills that a page names, as in `npm run drill -- crash lock`. */
function drillsIn(text) {
  const calls = text.matchAll(/`npm run drill -- ([a-z -]+)(?= --|`)/g)
  return [...calls].flatMap(([, names]) => names.trim().split(/ +/))
}

/** The npm scripts, drills, files, folders and headings that a page names must exist. */
function inPage(folder, page) {
  const text = fs.readFileSync(join(folder, page), 'utf8')
  const { scripts } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  const commands = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, a, b]) => a ?? b,
  )
  const drills = fs.existsSync(join(folder, drillsFile))
    ? fs.readFileSync(join(folder, drillsFile), 'utf8')
    : ''
  const missing = (target) => ({
    rule: 'links',
    file: page,
    text: `names ${target}, which does not exist`,
  })
  return [
    ...commands
      .filter((script) => !scripts[script])
      .map((script) => ({
        rule: 'scripts',
        file: page,
        text: `names npm run ${script}, which does not exist`,
      })),
    ...drillsIn(text)
      .filter((drill) => !new RegExp(`^  '?${drill}'?: `, 'm').test(drills))
      .map((drill) => ({
        rule: 'scripts',
        file: page,
        text: `names the drill ${drill}, which does not exist`,
      })),
    ...linksIn(text)
      .filter((link) => !isTarget(folder, page, link))
      .map(missing),
    ...pathsIn(text, folder)
      .filter((path) => !fs.existsSync(join(folder, path)))
      .map(missing),
  ]
}

const linksIn = (text) =>
  [...text.matchAll(/\]\(\s*<?([^)\s>]+)/g)]
    .map(([, target]) => decodeURI(target))
    .filter((target) => !/^([a-z]+:|\/\/)/i.test(target))

function isTarget(folder, page, link) {
  const [path, anchor] = link.replace(/\?.*$/, '').split('#')
  const file = path === '' ? join(folder, page) : join(folder, dirname(page), path)
  if (!fs.existsSync(file)) return false
  if (!anchor || !file.endsWith('.md')) return true
  return anchorsOf(fs.readFileSync(file, 'utf8')).includes(anchor)
}

/** The anchors that GitHub generates for the headings. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** `src/features/jobs` and the like; up to the first * or <placeholder>. */
function pathsIn(text, folder) {
  const folders = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
  const topFolders = new Set([...folders.map(({ name }) => name), 'src', 'test', 'docs', 'scripts'])
  for (const generated of generatedFolders) topFolders.delete(generated)
  return [...text.matchAll(/`(?:\.\/)?([\w.@-]+\/[\w./@*<>{},-]*)`/g)]
    .map(([, path]) => path.replace(/[^/]*[*<{].*$/, ''))
    .filter((path) => topFolders.has(path.split('/')[0]))
}
