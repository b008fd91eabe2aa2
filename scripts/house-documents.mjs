// House rules about documents: names in backticks exist in the source, lines are short, words are plain, and decisions
// have one form.
import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unclearWordsIn } from './unclear-words.mjs'

const decisionsFolder = 'docs/decisions'

/** Pages that a script writes, or whose names are those of other programs. */
const exemptPages = ['docs/api.md', 'docs/licences.md', 'docs/performance.md']

/** In characters; rows of tables, headings, links and code may be longer. */
const maxWidth = 120

/** Names that documents use and the source does not have: of other programs, and of examples in recipes. */
const foreignNames = new Set([
  // Kubernetes and pgbouncer.
  'idle_transaction_timeout',
  'preStop',
  'startupProbe',
  // Libraries that were looked at.
  'ZipPassThrough',
  'xCoordinate',
])

/** `file.ts`, `folder/file.ts`: what ends like a file of the source. */
const sourceFile = /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:tsx?|[cm]?js|jsonc?|css|md)$/
/** `jobs/server`, `src/app`: what looks like a folder. */
const sourceFolder = /^[\w-]+(?:\/[\w-]+)+$/
/** Where a path in a document may begin. */
const pathRoots = ['', 'src/', 'src/features/']
/** `camelCase`, `snake_case`, `CONSTANT_CASE` and `call()`; a plain word may be any word. */
const identifier = /^(?:[A-Za-z$][\w$]*(?:[a-z][A-Z]|_)[\w$]*|[a-z$][\w$]*(?=\(\)))(?:\(\))?$/

/** Violations in a checkout's documents; `pages` and `files` are its pages and all its files. */
export function documentViolations(folder, { pages, files }) {
  const names = namesOf(folder, files)
  const source = { names, files: new Set(files), folders: foldersOf(files) }
  return [
    ...pages
      .filter((page) => !exemptPages.includes(page))
      .flatMap((page) => inPage(page, fs.readFileSync(join(folder, page), 'utf8'), source)),
    ...decisionForms(folder, pages.filter(isDecision)),
  ]
}

/** A decision that is superseded in part may name what is gone. */
const inPage = (page, text, source) => [
  ...(isDecision(page) && /superseded/i.test(statusOf(text))
    ? []
    : unknownNames(page, text, source)),
  ...inLines(page, text),
]

/** The paragraph after the title of a decision. */
const statusOf = (text) => text.split('\n\n')[1] ?? ''

const withoutCode = (text) => text.replace(/^ *```.*?^ *```/gms, (code) => code.replace(/.+/g, ''))

/** Lines that are too long, and unclear words. */
function inLines(page, text) {
  const report = (what) => ({ rule: 'document-lines', file: page, text: what })
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) => {
      const isText = !/^(?: *[|#<]| {4}|\s*(?:- )?!?\[)/.test(line)
      const at = `line ${index + 1}`
      return [
        ...(isText && [...line].length > maxWidth
          ? [report(`${at} has ${[...line].length} characters of ${maxWidth}`)]
          : []),
        ...unclearWordsIn(line).map((instead) =>
          report(`${at}: ${line.trim().slice(0, maxWidth)}: write ${instead}`),
        ),
      ]
    })
}

const foldersOf = (files) =>
  new Set(
    files.flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .map((_name, index, names) => names.slice(0, index + 1).join('/')),
    ),
  )

const isDecision = (page) => page.startsWith(`${decisionsFolder}/`) && /^\d/.test(basename(page))

/** Every word of the source. */
function namesOf(folder, files) {
  const names = new Set(foreignNames)
  for (const file of files) {
    if (file.endsWith('.md') || !/\.(tsx?|[cm]?js|jsonc?|css|html|txt|service|example)$/.test(file))
      continue
    const text = fs.readFileSync(join(folder, file), 'utf8')
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(name)
  }
  return names
}

function unknownNames(page, text, source) {
  return withoutCode(text)
    .split(/\n\n|\n(?=\s*(?:[|-]|\d+\.))/)
    .flatMap((block) => unknownIn(block, source))
    .map((name) => ({
      rule: 'document-names',
      file: page,
      text: `names ${name}, which is not in the source`,
    }))
}

/**
 * The unknown names of a paragraph, an item or a row. A path begins where `pathRoots` say, or in a folder that the
 * block has named before; a file name alone is a file of such a folder, of the root, or of several folders.
 */
function unknownIn(block, { names, files, folders }) {
  const named = [...block.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name)
  const starts = [...pathRoots]
  const find = (name, paths) => starts.map((start) => start + name).find((path) => paths.has(path))
  return named.filter((name) => {
    if (sourceFile.test(name)) {
      const path = find(name, files)
      if (path && name.includes('/')) starts.push(`${dirname(path)}/`)
      const isAlone = !name.includes('/') && starts.length === pathRoots.length
      return !path && filesCalled(name, files).length < (isAlone ? 1 : 2)
    }
    if (sourceFolder.test(name) && isInSource(name, folders)) {
      const path = find(name, folders)
      if (path) starts.push(`${path}/`)
      return !path && !find(name, files)
    }
    return identifier.test(name) && !names.has(name.replace('()', ''))
  })
}

const filesCalled = (name, files) => [...files].filter((file) => file.endsWith(`/${name}`))

const isInSource = (name, folders) =>
  pathRoots.some((start) => folders.has(start + name.split('/')[0]))

/**
 * The numbers of decisions that a line of the folder's README replaces: '- 12. Title: superseded by decision 13', and
 * those that no decision has.
 */
export function retiredDecisions(folder) {
  const readme = join(folder, decisionsFolder, 'README.md')
  const text = fs.existsSync(readme) ? fs.readFileSync(readme, 'utf8') : ''
  const superseded = text.matchAll(/^- (\d+)\. .+: superseded by decisions? \d+/gm)
  return {
    superseded: [...superseded].map(([, number]) => Number(number)),
    unused: (text.match(/^Numbers .*: ([\d, ]+)\.$/m)?.[1] ?? '').split(', ').map(Number),
  }
}

/** `# 12. Title`, a status, context and decision; the folder's README has every title. */
function decisionForms(folder, pages) {
  const report = (file, text) => ({ rule: 'decisions', file, text })
  const numbers = pages.map((page) => Number.parseInt(basename(page), 10))
  const readme = join(folder, decisionsFolder, 'README.md')
  const readmeText = fs.existsSync(readme) ? fs.readFileSync(readme, 'utf8') : ''
  const { superseded, unused } = retiredDecisions(folder)
  const known = new Set([...numbers, ...superseded, ...unused])
  const missing = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter(
    (number) => !known.has(number),
  )
  return [
    ...missing.map((number) => report(`${decisionsFolder}/README.md`, `has no decision ${number}`)),
    ...pages
      .filter((_, index) => numbers.indexOf(numbers[index]) !== index)
      .map((page) => report(page, 'has a number that another decision has')),
    ...pages.flatMap((page) => {
      const text = fs.readFileSync(join(folder, page), 'utf8')
      const [title] = text.split('\n')
      return [
        !title.startsWith(`# ${Number.parseInt(basename(page), 10)}. `) &&
          'does not begin with # its number. Title',
        !/^\d{4}-\d\d-\d\d(?:, changed \d{4}-\d\d-\d\d)?\. Accepted\b/.test(statusOf(text)) &&
          'has no status: 2026-11-21. Accepted.',
        !readmeText.includes(`[${title.replace('# ', '')}](${basename(page)})`) &&
          `is not in the list of ${decisionsFolder}/README.md`,
        !/^\*\*Context\.\*\*/m.test(text) && 'has no **Context.**',
        !/^\*\*Decision\.\*\*/m.test(text) && 'has no **Decision.**',
      ]
        .filter(Boolean)
        .map((what) => report(page, what))
    }),
  ]
}
