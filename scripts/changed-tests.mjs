// Selects the tests that a change affects, for npm run test:changed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root, UserError } from './run.mjs'

/** How many imports a selected test may be away from a changed file; npm test runs the others too. */
const maxDistance = 2

/** The screens that each folder of test/journeys tests. */
const journeyTopics = {
  applications: /^src\/features\/applications\/web\//,
  members: /^src\/features\/(members|register|ledger|profile|certificates)\/web\//,
  'member-data': /^src\/features\/(imports|register)\/web\//,
  dues: /^src\/features\/(bank-statements|dues|register|reports)\/web\//,
  jobs: /^src\/features\/jobs\/web\//,
  'sign-in': /^src\/features\/sign-in\/web\//,
  dashboard: /^src\/features\/(reports|settings|ledger)\/web\//,
  'app-shell': /^src\/(app|platform)\/web\/|^test\/journeys\/support\//,
}

/**
 * The changed files against a commit (uncommitted and new ones included), and the paths of the tests to
 * run, about two minutes of them: those near a changed file by imports, those beside it or beside what
 * imports it, and the journeys of its screens. What a change does farther away npm test finds.
 */
export function changedTests(base) {
  const changed = changedFiles(base)
  const importers = readImporters()
  const folders = new Set([...withImporters(changed, importers, 1)].filter(isSource).map(dirname))
  const near = withImporters(changed, importers, maxDistance)
  const unit = [...importers.keys()].filter(
    (file) => isUnitTest(file) && (near.has(file) || folders.has(dirname(file))),
  )
  const journeys = Object.entries(journeyTopics)
    .filter(([topic, sources]) =>
      changed.some((file) => sources.test(file) || file.startsWith(`test/journeys/${topic}/`)),
    )
    .map(([topic]) => `test/journeys/${topic}/`)
  return { changed, unit, journeys }
}

function changedFiles(base) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new UserError(`git does not know "${base}": ${stderr.trim()}`)
    return stdout.split('\n').filter(Boolean)
  }
  const tracked = git('diff', '--name-only', '--diff-filter=d', base, '--')
  const created = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...tracked, ...created])].sort()
}

/** The importing modules of each module under src and test. */
function readImporters() {
  const files = ['src', 'test'].flatMap((folder) =>
    fs
      .readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((file) => /\.tsx?$/.test(file)),
  )
  const importers = new Map(files.map((file) => [file, []]))
  for (const file of files)
    for (const [, specifier] of fs
      .readFileSync(join(root, file), 'utf8')
      .matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g))
      importers.get(resolve(file, specifier))?.push(file)
  return importers
}

function resolve(file, specifier) {
  if (specifier.startsWith('#test/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return posix.join(dirname(file), specifier)
}

/** The changed files and what imports them over at most `distance` steps. */
function withImporters(changed, importers, distance) {
  const reached = new Set(changed)
  let last = changed
  for (let step = 0; step < distance; step++) {
    last = last.flatMap((file) => importers.get(file) ?? []).filter((file) => !reached.has(file))
    for (const file of last) reached.add(file)
  }
  return reached
}

const isUnitTest = (file) => /\.test\.tsx?$/.test(file)
const isSource = (file) => file.startsWith('src/') && !isUnitTest(file)
