// House rules about documents: names in backticks exist in the source, and decisions have one form.
import fs from 'node:fs'
import { basename, join } from 'node:path'

const decisionsFolder = 'docs/decisions'

/** Pages that a script writes, or whose names are those of other programs. */
const exemptPages = ['docs/api.md', 'docs/licences.md', 'docs/performance.md']

/** Names that documents use and the source does not have: of other programs, and of examples in recipes. */
const foreignNames = new Set([
  // Kubernetes and pgbouncer.
  'emptyDir',
  'idle_transaction_timeout',
  'livenessProbe',
  'preStop',
  'readinessProbe',
  'server_idle_timeout',
  'startupProbe',
  // Libraries that were looked at.
  'ZipPassThrough',
  'xCoordinate',
])

/** `file.ts`, `folder/file.ts`: what ends like a file of the source. */
const sourceFile = /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:tsx?|[cm]?js|jsonc?|css|md)$/
/** `camelCase`, `snake_case`, `CONSTANT_CASE` and `call()`; a plain word may be any word. */
const identifier = /^(?:[A-Za-z$][\w$]*(?:[a-z][A-Z]|_)[\w$]*|[a-z$][\w$]*(?=\(\)))(?:\(\))?$/

/** Violations in a checkout's documents; `pages` and `files` are its pages and all its files. */
export function documentViolations(folder, { pages, files }) {
  const names = namesOf(folder, files)
  return [
    ...pages
      .filter((page) => !exemptPages.includes(page))
      .flatMap((page) =>
        unknownNames(page, fs.readFileSync(join(folder, page), 'utf8'), { files, names }),
      ),
    ...decisionForms(folder, pages.filter(isDecision)),
  ]
}

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

/** A superseded decision may name files that no longer exist. */
function unknownNames(page, text, { files, names }) {
  if (isDecision(page) && /superseded/i.test(text.split('\n')[2] ?? '')) return []
  const inLines = text.replace(/^ *```.*?^ *```/gms, '')
  return [...inLines.matchAll(/`([^`\n]+)`/g)]
    .map(([, name]) => name)
    .filter((name) =>
      sourceFile.test(name)
        ? !files.some((file) => file === name || file.endsWith(`/${name}`))
        : identifier.test(name) && !names.has(name.replace('()', '')),
    )
    .map((name) => ({
      rule: 'document-names',
      file: page,
      text: `names ${name}, which is not in the source`,
    }))
}

/**
 * `# 12. Title`, a status, context and decision; the folder's README has every title, and names the numbers that no
 * decision has.
 */
function decisionForms(folder, pages) {
  const report = (file, text) => ({ rule: 'decisions', file, text })
  const numbers = pages.map((page) => Number.parseInt(basename(page), 10))
  const readme = join(folder, decisionsFolder, 'README.md')
  const readmeText = fs.existsSync(readme) ? fs.readFileSync(readme, 'utf8') : ''
  const list = readmeText.match(/^Numbers .*: ([\d, ]+)\.$/m)?.[1]
  const unused = new Set(list?.split(', ').map(Number))
  const missing = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number) && !unused.has(number),
  )
  return [
    ...missing.map((number) => report(`${decisionsFolder}/README.md`, `has no decision ${number}`)),
    ...pages
      .filter((_, index) => numbers.indexOf(numbers[index]) !== index)
      .map((page) => report(page, 'has a number that another decision has')),
    ...pages.flatMap((page) => {
      const text = fs.readFileSync(join(folder, page), 'utf8')
      const [title, , status = ''] = text.split('\n')
      return [
        !title.startsWith(`# ${Number.parseInt(basename(page), 10)}. `) &&
          'does not begin with # its number. Title',
        !/^\d{4}-\d\d-\d\d(?:, changed \d{4}-\d\d-\d\d)?\. (?:Accepted|Superseded by decision \d+)\b/.test(
          status,
        ) && 'has no status: 2026-11-21. Accepted.',
        !readmeText.includes(`[${title.replace('# ', '')}](${basename(page)})`) &&
          `is not in the table of ${decisionsFolder}/README.md`,
        !/^\*\*Context\.\*\*/m.test(text) && 'has no **Context.**',
        !/^\*\*Decision\.\*\*/m.test(text) && 'has no **Decision.**',
      ]
        .filter(Boolean)
        .map((what) => report(page, what))
    }),
  ]
}
