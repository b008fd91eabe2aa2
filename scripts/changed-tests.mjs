// Selects the tests that a change affects, for npm run test:changed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root, UserError } from './run.mjs'

/** Modules that nearly every test imports: changes are not followed through them, or all tests would run. */
const composition = /^src\/app\/(server\/(server|portal|command|main)\.ts|web\/)|^test\//

/** The code of the screens that each folder of test/journeys tests. */
const journeyTopics = {
  applications: ['src/features/applications/'],
  members: ['src/features/members/', 'src/features/payments/', 'src/features/profile/'],
  'member-data': ['src/features/member-data/'],
  jobs: ['src/features/jobs/'],
  'sign-in': ['src/features/sign-in/'],
  dashboard: ['src/features/figures/', 'src/features/settings/', 'src/features/payments/'],
  'app-shell': [
    'src/app/web/',
    'src/platform/web/dialog/',
    'src/platform/web/layout/',
    'src/platform/web/toast/',
  ],
}

/**
 * The changed files against a commit (uncommitted and new ones included), and the paths of the tests to
 * run: those that import a changed file, those beside a file that does, and the journeys of its screens.
 */
export function changedTests(base) {
  const changed = changedFiles(base)
  const importers = readImporters()
  const affected = withImporters(changed, importers)
  const folders = new Set([...affected].filter((file) => !isTest(file)).map(dirname))
  const unit = [...importers.keys()].filter(
    (file) => isUnitTest(file) && (affected.has(file) || folders.has(dirname(file))),
  )
  const journeys = Object.entries(journeyTopics)
    .filter(([topic, sources]) => isAffected(topic, sources, changed, affected))
    .map(([topic]) => `test/journeys/${topic}/`)
  return { changed, unit, journeys }
}

/** A change of shared code affects a topic when a screen of the topic imports it. */
function isAffected(topic, sources, changed, affected) {
  const inTopic = (file) => sources.some((source) => file.startsWith(source))
  const isShared = (file) => /^src\/(shared|platform\/web)\//.test(file)
  return changed.some(
    (file) =>
      inTopic(file) ||
      file.startsWith('test/journeys/support/') ||
      file.startsWith(`test/journeys/${topic}/`) ||
      (isShared(file) && [...affected].some((other) => inTopic(other) && other.includes('/web/'))),
  )
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

/** The changed files and all that import them, directly or not. */
function withImporters(changed, importers) {
  const reached = new Set(changed)
  for (const file of reached)
    if (changed.includes(file) || !composition.test(file))
      for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

const isTest = (file) => /\.(test|journey)\.tsx?$/.test(file)
const isUnitTest = (file) => /\.test\.tsx?$/.test(file)
